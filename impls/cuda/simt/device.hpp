// SPDX-License-Identifier: Apache-2.0
// The compatibility header's device side. CUDA's own words are nvcc's; here is what stands in for inline PTX, for
// dynamic shared memory and for a launch, in the form that emulated.hpp has too.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "impls/cuda/fragments.hpp"

namespace assay::simt {

inline constexpr bool emulated = false;

/// What a tensor in global memory is called and covers; the emulator checks accesses against it.
struct GlobalTensor {
  const char* name;
  const void* data;
  std::int64_t extents[4];
  std::int64_t strides[4];  ///< in elements
  std::int64_t element_bytes;
  bool writable;
};
/// Tell the emulator what the next launches may touch. Nothing to do on a device.
inline void register_tensors(std::initializer_list<GlobalTensor>) {}

/// Dynamic shared memory, taken piece by piece; each piece is aligned to 16 bytes, and named for the emulator's
/// reports. All threads take the same pieces.
class SharedCarve {
 public:
  __device__ explicit SharedCarve(unsigned char* next) : next_(next) {}
  template <class T>
  __device__ T* take(int count, const char* = nullptr) {
    T* piece = reinterpret_cast<T*>(next_);
    next_ += (static_cast<std::size_t>(count) * sizeof(T) + 15) / 16 * 16;
    return piece;
  }

 private:
  unsigned char* next_;
};

__device__ __forceinline__ SharedCarve dynamic_shared() {
  extern __shared__ __align__(16) unsigned char assay_dynamic_shared[];
  return SharedCarve(assay_dynamic_shared);
}

/// Barriers 1 to 15 of the block, between `threads` threads (a multiple of 32): wait, or only be counted.
__device__ __forceinline__ void named_barrier_sync(int id, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
__device__ __forceinline__ void named_barrier_arrive(int id, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

/// Copy 16 bytes from global to shared memory in the background; both addresses are multiples of 16.
__device__ __forceinline__ void cp_async16(void* shared, const void* global) {
  const auto address = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(global) : "memory");
}
/// Close the group of the copies issued since the last one.
__device__ __forceinline__ void cp_async_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Wait until at most N groups of this thread are under way.
template <int N>
__device__ __forceinline__ void cp_async_wait() {
  asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}

#define ASSAY_MMA_M16N8K16(type, word)                                                                           \
  __device__ __forceinline__ void mma_m16n8k16(FragmentC& d, const FragmentA<type>& a, const FragmentB<type>& b, \
                                               const FragmentC& c) {                                             \
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32." word "." word                                          \
                 ".f32 "                                                                                         \
                 "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"                                     \
                 : "=f"(d.r[0]), "=f"(d.r[1]), "=f"(d.r[2]), "=f"(d.r[3])                                        \
                 : "r"(a.r[0]), "r"(a.r[1]), "r"(a.r[2]), "r"(a.r[3]), "r"(b.r[0]), "r"(b.r[1]), "f"(c.r[0]),    \
                   "f"(c.r[1]), "f"(c.r[2]), "f"(c.r[3]));                                                       \
  }
ASSAY_MMA_M16N8K16(__half, "f16")
ASSAY_MMA_M16N8K16(__nv_bfloat16, "bf16")
#undef ASSAY_MMA_M16N8K16

/// 2^x to a relative error of 2^-22, subnormal results flushed (PTX ISA, ex2.approx.ftz.f32).
__device__ __forceinline__ float fast_exp2(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

/// Run a kernel of one parameter. Empty, or what the runtime says. Waits for the end unless a stream is given.
template <class Parameters>
std::string launch(void (*kernel)(Parameters), dim3 grid, dim3 block, std::size_t shared_bytes, void* stream,
                   const Parameters& parameters) {
  constexpr std::size_t without_asking = 48 * 1024;
  const auto text = [](cudaError_t error) {
    return error == cudaSuccess ? std::string()
                                : std::string(cudaGetErrorName(error)) + ": " + cudaGetErrorString(error);
  };
  if (shared_bytes > without_asking) {
    const cudaError_t error = cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                                   cudaFuncAttributeMaxDynamicSharedMemorySize, int(shared_bytes));
    if (error != cudaSuccess) return text(error);
  }
  kernel<<<grid, block, shared_bytes, static_cast<cudaStream_t>(stream)>>>(parameters);
  const cudaError_t launched = cudaGetLastError();
  return text(launched != cudaSuccess || stream ? launched : cudaDeviceSynchronize());
}

}  // namespace assay::simt

// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/bench/kernels.hpp"

#include "impls/cuda/simt/simt.hpp"

namespace assay::emulator {
namespace {

using namespace simt;

__global__ void barriers(int rounds) {
  for (int n = 0; n < rounds; ++n) __syncthreads();
}

__global__ void shuffles(int rounds) {
  float value = static_cast<float>(threadIdx.x);
  for (int n = 0; n < rounds; ++n) value = __shfl_xor_sync(0xffffffffu, value, 1 + n % 31);
}

__global__ void warp_barriers(int rounds) {
  for (int n = 0; n < rounds; ++n) __syncwarp();
}

__global__ void shared_reads(int rounds) {
  float* tile = dynamic_shared().take<float>(1024, "tile");
  tile[threadIdx.x] = 1;
  __syncthreads();
  float sum = 0;
  for (int n = 0; n < rounds; ++n) sum += tile[(threadIdx.x + static_cast<unsigned>(n)) % blockDim.x];
  __syncthreads();
  tile[threadIdx.x] = sum;
}

__global__ void matrix_products(int rounds) {
  const FragmentA<__half> a{{0x3c003c00u, 0x3c003c00u, 0x3c003c00u, 0x3c003c00u}};
  const FragmentB<__half> b{{0x3c003c00u, 0x3c003c00u}};
  FragmentC c{};
  for (int n = 0; n < rounds; ++n) mma_m16n8k16(c, a, b, c);
}

void launch_one(void (*kernel)(int), const BenchLaunch& l) {
  launch(kernel, dim3(1), dim3(l.threads), 4096, nullptr, l.rounds);
}

}  // namespace

void bench_barriers(const BenchLaunch& launch) { launch_one(barriers, launch); }
void bench_shuffles(const BenchLaunch& launch) { launch_one(shuffles, launch); }
void bench_warp_barriers(const BenchLaunch& launch) { launch_one(warp_barriers, launch); }
void bench_shared_reads(const BenchLaunch& launch) { launch_one(shared_reads, launch); }
void bench_matrix_products(const BenchLaunch& launch) { launch_one(matrix_products, launch); }

}  // namespace assay::emulator

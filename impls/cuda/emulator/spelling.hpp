// SPDX-License-Identifier: Apache-2.0
#pragma once

// CUDA's keywords and built-in variables. They stand in the global namespace, where CUDA has them.

#define ASSAY_SIMT_EMULATED 1

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)
// A block's static shared memory: one instance, since blocks run one after another. Only clang keeps the section on
// variables inside templates, and only what lies in it is filled and checked.
#if defined(__clang__)
#define __shared__ static __attribute__((used, section("assay_shared")))
#else
#define __shared__ static
#endif

struct uint3 {
  unsigned x, y, z;
};

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};

#pragma GCC visibility push(hidden)
/// Set anew at every switch from thread to thread. A library runs one launch at a time.
extern uint3 threadIdx;
extern uint3 blockIdx;
extern dim3 blockDim;
extern dim3 gridDim;
#pragma GCC visibility pop

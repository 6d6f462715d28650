// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "impls/cuda/simt/simt.hpp"

namespace assay::probes {

using namespace simt;

/// Dots, one a block of 32 threads: 16 bit patterns of each factor, an addend, a result.
template <class T>
struct DotParameters {
  const std::uint16_t* a;
  const std::uint16_t* b;
  const float* c;
  float* d;
};

/// The dot is row 0 of A times column 0 of B; everything else is zero.
template <class T>
__global__ void dot_products(DotParameters<T> p) {
  const auto n = static_cast<int>(blockIdx.x), lane = static_cast<int>(threadIdx.x);
  const std::uint16_t *a = p.a + 16 * n, *b = p.b + 16 * n;
  FragmentA<T> left{};
  FragmentB<T> right{};
  FragmentC addend{}, result{};
  const auto pair = [](const std::uint16_t* two) { return two[0] | static_cast<std::uint32_t>(two[1]) << 16; };
  if (lane < 4) {
    left.r[0] = pair(a + 2 * lane);
    left.r[2] = pair(a + 2 * lane + 8);
    right.r[0] = pair(b + 2 * lane);
    right.r[1] = pair(b + 2 * lane + 8);
  }
  if (lane == 0) addend.r[0] = p.c[n];
  mma_m16n8k16(result, left, right, addend);
  if (lane == 0) p.d[n] = result.r[0];
}

/// One operation on each of three operands; its number is that of probes::Operation.
struct ComputeParameters {
  int operation;
  int count;
  const float* operands;  ///< x, y, z of the first, of the second, ...
  float* results;
};

static __global__ void compute_each(ComputeParameters p) {
  const auto n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (n >= p.count) return;
  const float x = p.operands[3 * n], y = p.operands[3 * n + 1], z = p.operands[3 * n + 2];
  float result = 0;
  if (p.operation == 0) result = x + y;
  if (p.operation == 1) result = x * y;
  if (p.operation == 2) result = x * y + z;
  if (p.operation == 3) result = fmaf(x, y, z);
  if (p.operation == 4) result = x / y;
  if (p.operation == 5) result = logf(x);
  if (p.operation == 6) result = fast_exp2(x);
  p.results[n] = result;
}

/// fast_exp2 of the floats with the bits first, first + stride, ...
struct Exp2Parameters {
  std::uint32_t first;
  std::uint32_t stride;
  int count;
  float* results;
};

static __global__ void exp2_each(Exp2Parameters p) {
  const auto n = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (n < p.count)
    p.results[n] = fast_exp2(__int_as_float(static_cast<int>(p.first + static_cast<std::uint32_t>(n) * p.stride)));
}

}  // namespace assay::probes

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "impls/cuda/simt/simt.hpp"

namespace assay::cuda {

using namespace assay::simt;

inline constexpr unsigned all_lanes = 0xffffffffu;

__device__ __forceinline__ float minus_infinity() { return -INFINITY; }

/// The largest, or the sum, over the 32 lanes, in every lane. fmaxf passes NaN over.
__device__ __forceinline__ float warp_max(float x, unsigned lanes = all_lanes) {
  for (int distance = 16; distance > 0; distance /= 2) x = fmaxf(x, __shfl_xor_sync(lanes, x, distance));
  return x;
}
__device__ __forceinline__ float warp_sum(float x, int first_distance = 16) {
  for (int distance = first_distance; distance > 0; distance /= 2) x += __shfl_xor_sync(all_lanes, x, distance);
  return x;
}

}  // namespace assay::cuda

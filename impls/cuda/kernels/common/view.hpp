// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "impls/cuda/simt/simt.hpp"

namespace assay::cuda {

using namespace assay::simt;

/// A tensor (b, h, i, d) in global memory, strides in elements. Without data: not there.
template <class T>
struct View {
  T* data;
  std::int64_t strides[4];

  __device__ T* row(std::int64_t b, std::int64_t h, std::int64_t i) const {
    return data + b * strides[0] + h * strides[1] + i * strides[2];
  }
  __device__ T& at(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t d) const {
    return row(b, h, i)[d * strides[3]];
  }
};

__device__ __forceinline__ float to_float(float x) { return x; }
__device__ __forceinline__ float to_float(__half x) { return __half2float(x); }
__device__ __forceinline__ float to_float(__nv_bfloat16 x) { return __bfloat162float(x); }

template <class T>
__device__ __forceinline__ T from_float(float x);
template <>
__device__ __forceinline__ float from_float<float>(float x) {
  return x;
}
template <>
__device__ __forceinline__ __half from_float<__half>(float x) {
  return __float2half_rn(x);
}
template <>
__device__ __forceinline__ __nv_bfloat16 from_float<__nv_bfloat16>(float x) {
  return __float2bfloat16_rn(x);
}

inline constexpr float log2_e = 1.44269504088896340736f;
inline constexpr float ln_2 = 0.69314718055994530942f;

}  // namespace assay::cuda

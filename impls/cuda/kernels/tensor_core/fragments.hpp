// SPDX-License-Identifier: Apache-2.0
// Between 16-bit numbers in memory and the registers of mma_m16n8k16. g = lane / 4, t = lane % 4 as in simt.
#pragma once

#include <cstring>

#include "impls/cuda/kernels/common/view.hpp"

namespace assay::cuda::tensor_core {

template <class T>
__device__ __forceinline__ float number(std::uint16_t bits) {
  T x;
  std::memcpy(&x, &bits, sizeof x);
  return to_float(x);
}
template <class T>
__device__ __forceinline__ std::uint16_t bits_of(float x) {
  const T rounded = from_float<T>(x);
  std::uint16_t bits;
  std::memcpy(&bits, &rounded, sizeof bits);
  return bits;
}

__device__ __forceinline__ std::uint32_t pair(std::uint16_t low, std::uint16_t high) {
  return low | static_cast<std::uint32_t>(high) << 16;
}
template <class T>
__device__ __forceinline__ std::uint32_t rounded_pair(float low, float high) {
  return pair(bits_of<T>(low), bits_of<T>(high));
}
/// Two neighbours, the first at a multiple of 4 bytes.
__device__ __forceinline__ std::uint32_t load_pair(const std::uint16_t* two) {
  std::uint32_t bits;
  const void* from = two;
  if constexpr (!emulated) from = __builtin_assume_aligned(two, 4);
  std::memcpy(&bits, from, sizeof bits);
  return bits;
}

/// Rows 0 to 15 at `rows`, columns `column` to `column` + 15.
template <class T>
__device__ __forceinline__ FragmentA<T> load_a(const std::uint16_t* rows, int pitch, int column, int lane) {
  const std::uint16_t* upper = rows + lane / 4 * pitch + column + lane % 4 * 2;
  const std::uint16_t* lower = upper + 8 * pitch;
  return {{load_pair(upper), load_pair(lower), load_pair(upper + 8), load_pair(lower + 8)}};
}

/// The transposed of rows 0 to 7 at `rows`: a column of B is a row of keys.
template <class T>
__device__ __forceinline__ FragmentB<T> load_b(const std::uint16_t* rows, int pitch, int column, int lane) {
  const std::uint16_t* row = rows + lane / 4 * pitch + column + lane % 4 * 2;
  return {{load_pair(row), load_pair(row + 8)}};
}

/// Two neighbouring tiles of weights, rounded, as the rows of A.
template <class T>
__device__ __forceinline__ FragmentA<T> round_weights(const FragmentC& left, const FragmentC& right) {
  return {{rounded_pair<T>(left.r[0], left.r[1]), rounded_pair<T>(left.r[2], left.r[3]),
           rounded_pair<T>(right.r[0], right.r[1]), rounded_pair<T>(right.r[2], right.r[3])}};
}

/// Whether a number is infinite or NaN.
template <class T>
__device__ __forceinline__ bool is_special(std::uint16_t bits) {
  const float x = number<T>(bits);
  return !(x - x == 0);
}

/// Rows 0 to 15 of values at `rows`, columns 0 to 7; what is infinite or NaN becomes 0, and is told.
template <class T>
__device__ __forceinline__ FragmentB<T> load_values(const std::uint16_t* rows, int pitch, int lane, bool& special) {
  std::uint16_t v[4];
#pragma unroll
  for (int n = 0; n < 4; ++n) {
    const int row = lane % 4 * 2 + n % 2 + n / 2 * 8;
    v[n] = rows[row * pitch + lane / 4];
    if (!is_special<T>(v[n])) continue;
    special = true;
    v[n] = 0;
  }
  return {{pair(v[0], v[1]), pair(v[2], v[3])}};
}

}  // namespace assay::cuda::tensor_core

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "reference/model/tensor.hpp"

namespace assay::impls {

/// Storage formats to and from the working precision of the built-in kernels. Every format up to 32 bits is exactly a
/// float. Written without the model's encode and decode, which serve as their oracle in the tests.

/// binary16 to float. Exact; NaN stays NaN.
inline float float_from_half(std::uint16_t bits) {
  const std::uint32_t magnitude = (bits & 0x7fffu) << 13;
  const std::uint32_t sign = (bits & 0x8000u) << 16;
  // The exponent bias differs by 112; the multiplication also normalises subnormals.
  const float value = std::bit_cast<float>(magnitude) * 0x1p112f;
  const std::uint32_t finite = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((magnitude >= 0x0f800000u ? (magnitude | 0x7f800000u) : finite) | sign);
}

inline float float_from_bfloat(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

/// To nearest, ties to even; overflow gives infinity, NaN a quiet NaN.
std::uint16_t half_from_float(float value);
std::uint16_t bfloat_from_float(float value);

/// Elements start, start + 1, ... along the last axis, decoded (exact for Real wide enough: float holds all formats but
/// fp64). Axes of extent 1 are read at 0, so broadcast tensors can be indexed in full.
template <class Real>
void load_run(const Tensor& tensor, const Index4& start, std::int64_t count, Real* to);

/// Rounded once to the tensor's format, along the last axis from start. Any float format.
template <class Real>
void store_run(Tensor& tensor, const Index4& start, std::int64_t count, const Real* from);

}  // namespace assay::impls

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include "impls/support/convert.hpp"

namespace assay::impls {

/// Roundings for the slips of plain_online.hpp.

inline float to_half(float value) { return float_from_half(half_from_float(value)); }
inline float to_bfloat(float value) { return float_from_bfloat(bfloat_from_float(value)); }
/// Towards zero.
inline float cut_to_bfloat(float value) {
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xffff0000u);
}

}  // namespace assay::impls

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

// fmaf, exp2f, log2f, fmaxf and the like are the host's own. -ffp-contract=off keeps products and sums apart.

inline float __int_as_float(int bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
inline int __float_as_int(float value) {
  int bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

namespace assay::simt {

/// The device's ex2.approx.f32; here the C library's, which is nearer. -DASSAY_SIMT_EXP2_ULP=2 moves every result by up
/// to that many units in the last place (the error that CUDA documents), up and down by the argument's bits.
inline float fast_exp2(float x) {
  const float exact = std::exp2(x);
#if defined(ASSAY_SIMT_EXP2_ULP)
  if (std::isfinite(exact) && exact > 0x1p-120f) {
    const auto hash = static_cast<std::uint32_t>(__float_as_int(x)) * 0x9e3779b1u >> 16;
    const int steps = static_cast<int>(hash % (2 * ASSAY_SIMT_EXP2_ULP + 1)) - ASSAY_SIMT_EXP2_ULP;
    return __int_as_float(__float_as_int(exact) + steps);
  }
#endif
  return exact;
}

}  // namespace assay::simt

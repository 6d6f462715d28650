// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace assay::impls::cpu {

/// Largest error of nonpositive_exp in units in the last place of its result. Measured over every float in
/// [-87.33654, 0]: 1.048808 at x = -0x1.86ee4ap+5. The tests hold it to a sample, and with ASSAY_EXHAUSTIVE set to
/// every float.
inline constexpr double nonpositive_exp_ulp = 1.05;

/// e^x for x <= 0 without branches, so that a loop over it becomes vector code; multiplications and additions only, so
/// that every clone of that loop gives the same bits. Error: nonpositive_exp_ulp. Below ln 2^-126 = -87.33654 the
/// result is 0 (no subnormals); e^0 = 1 exactly; NaN stays NaN.
///
/// x = n ln 2 + r with |r| <= ln(2)/2 up to rounding; ln 2 is split so that n times its head is exact (15 + 7 bits). On
/// that interval e^r = 1 + r + r^2 q(r), with q the polynomial of degree 4 that interpolates (e^r - 1 - r) / r^2 at the
/// five Chebyshev points; its interpolation error is at most (ln(2)/2)^5 / (5! 2^4) max|q^(5)|, relative to e^r below
/// 2^-26.
[[gnu::always_inline]] inline float nonpositive_exp(float x) {
  constexpr float log2_e = 0x1.715476p0f;
  constexpr float ln2_head = 0x1.62e4p-1f;
  constexpr float ln2_tail = 0x1.7f7d1cp-20f;
  constexpr float lowest = -0x1.5d589ep6f;      // ln 2^-126, rounded up: the result is a normal number
  constexpr float round_by_adding = 0x1.8p23f;  // the sum's last bit is worth 1: adding it rounds to an integer
  const float shifted = x * log2_e + round_by_adding;
  const float n = shifted - round_by_adding;
  const float r = (x - n * ln2_head) - n * ln2_tail;
  float q = 0x1.6d10fcp-10f;
  q = q * r + 0x1.120b62p-7f;
  q = q * r + 0x1.55551ap-5f;
  q = q * r + 0x1.5554dep-3f;
  q = q * r + 0.5f;
  const float mantissa = 1.0f + (r + r * r * q);
  // n sits in the low bits of shifted; moved into the exponent field it is 2^n.
  const float power = std::bit_cast<float>((std::bit_cast<std::uint32_t>(shifted) << 23) + 0x3f800000u);
  return x < lowest ? 0.0f : mantissa * power;
}

}  // namespace assay::impls::cpu

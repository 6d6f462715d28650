// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/emulator/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>
#include <limits>

namespace {

/// The format's neighbours around x, found by walking its patterns: the conversion must pick the nearer, or the even
/// one.
template <class ToFloat, class FromFloat>
void expect_nearest(float x, std::uint16_t most, ToFloat to_float, FromFloat from_float) {
  std::uint16_t below = 0;
  for (std::uint16_t step = 0x4000; step > 0; step /= 2)
    if (below + step <= most && to_float(static_cast<std::uint16_t>(below + step)) <= std::fabs(x)) below += step;
  const double low = to_float(below),
               high = below == most ? 2.0 * low : to_float(static_cast<std::uint16_t>(below + 1));
  const double middle = (low + high) / 2, size = std::fabs(static_cast<double>(x));
  const bool up = size > middle || (size == middle && below % 2 == 1);
  const auto expected = static_cast<std::uint16_t>((std::signbit(x) ? 0x8000 : 0) | (below + up));
  EXPECT_EQ(from_float(x), expected) << x;
}

TEST(Half, EveryPatternSurvivesTheWayThroughFloat) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const __half half{static_cast<std::uint16_t>(bits)};
    if (!std::isnan(__half2float(half))) {
      EXPECT_EQ(__float2half_rn(__half2float(half)).bits, half.bits);
    }
    const __nv_bfloat16 brain{static_cast<std::uint16_t>(bits)};
    if (!std::isnan(__bfloat162float(brain))) {
      EXPECT_EQ(__float2bfloat16_rn(__bfloat162float(brain)).bits, brain.bits);
    }
  }
}

TEST(Half, RoundsToNearestEven) {
  const auto half = [](float x) {
    expect_nearest(x, 0x7bff, assay::emulator::half_to_float, [](float y) { return __float2half_rn(y).bits; });
  };
  for (std::uint32_t bits = 0x32000000; bits < 0x477fe000; bits += 0x0003f7ff)
    for (const float sign : {1.0f, -1.0f}) half(sign * assay::emulator::from_bits(bits));
  for (int n = 0; n < 4096; ++n) half(static_cast<float>(n) * 0x1p-25f);  // halves of the smallest subnormal: ties
  for (int n = 2048; n < 4096; ++n) half(static_cast<float>(n) * 0x1p-11f * 4);
  const auto brain = [](float x) {
    expect_nearest(
        x, 0x7f7f, [](std::uint16_t b) { return __bfloat162float({b}); },
        [](float y) { return __float2bfloat16_rn(y).bits; });
  };
  for (std::uint32_t bits = 0x00000001; bits < 0x7f7f0000; bits += 0x00207fff) brain(assay::emulator::from_bits(bits));
}

TEST(Half, EndsInInfinityAndNaN) {
  EXPECT_EQ(__float2half_rn(65519.996f).bits, 0x7bff);
  EXPECT_EQ(__float2half_rn(65520.0f).bits, 0x7c00);
  EXPECT_EQ(__float2half_rn(-std::numeric_limits<float>::infinity()).bits, 0xfc00);
  EXPECT_EQ(__float2bfloat16_rn(std::numeric_limits<float>::max()).bits, 0x7f80);
  EXPECT_TRUE(std::isnan(__half2float(__float2half_rn(NAN))));
  EXPECT_TRUE(std::isnan(__bfloat162float(__float2bfloat16_rn(NAN))));
}

}  // namespace

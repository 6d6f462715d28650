// SPDX-License-Identifier: Apache-2.0
#include "reference/error/acceptance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Acceptance, WithNothingAllowedOnlyTheCorrectRoundingPasses) {
  const FloatFormat bf16 = dtype("bf16");
  const Target target{.centre = 1.001};
  EXPECT_TRUE(accepts(bf16, target, 1.0));
  EXPECT_FALSE(accepts(bf16, target, 1.0 + 0x1p-7));
  EXPECT_FALSE(accepts(bf16, target, 1.0 - 0x1p-8));
}

TEST(Acceptance, AtAMidpointBothNeighboursPass) {
  const FloatFormat bf16 = dtype("bf16");
  const Target target{.centre = 1.0 + 0x1p-8};
  EXPECT_TRUE(accepts(bf16, target, 1.0));
  EXPECT_TRUE(accepts(bf16, target, 1.0 + 0x1p-7));
  EXPECT_FALSE(accepts(bf16, target, 1.0 + 0x1p-6));
}

TEST(Acceptance, SpecialValuesMatchByPosition) {
  const FloatFormat fp16 = dtype("fp16");
  EXPECT_TRUE(accepts(fp16, {.centre = nan}, nan));
  EXPECT_FALSE(accepts(fp16, {.centre = nan}, 0.0));
  EXPECT_FALSE(accepts(fp16, {.centre = 0.0, .allowed = infinity}, nan));
  EXPECT_TRUE(accepts(fp16, {.centre = infinity}, infinity));
  EXPECT_FALSE(accepts(fp16, {.centre = infinity}, -infinity));
  EXPECT_TRUE(accepts(fp16, {.centre = 0.0}, -0.0));
}

/// A correct float16 kernel can overflow where the truth is finite: 65521.3 rounds to infinity
/// (numerics.md#f8-overflow-of-a-correct-kernel).
TEST(Acceptance, OverflowOfTheRoundingIsAcceptedWhereTheBoundReachesIt) {
  const FloatFormat fp16 = dtype("fp16");
  EXPECT_TRUE(accepts(fp16, {.centre = 65504, .allowed = 17.3}, infinity));
  EXPECT_FALSE(accepts(fp16, {.centre = 65504, .allowed = 15}, infinity));
}

/// OCP FP8 E4M3 overflows to NaN, or to 448 when it saturates; from 464 on nothing rounds to 448.
TEST(Acceptance, WithoutInfinityOverflowIsNanOrTheLargestNumber) {
  const FloatFormat e4m3 = dtype("e4m3");
  for (const Target& target : {Target{.centre = 478, .allowed = 0.001}, Target{.centre = 463, .allowed = 2}}) {
    for (const double got : {nan, 448.0}) {
      EXPECT_TRUE(accepts(e4m3, target, got)) << target.centre << " " << got;
      EXPECT_LE(error_ratio(e4m3, target, got), 1) << target.centre << " " << got;
    }
    EXPECT_FALSE(accepts(e4m3, target, -448.0));
    EXPECT_FALSE(accepts(e4m3, target, 416.0));
  }
  EXPECT_FALSE(accepts(e4m3, {.centre = 463, .allowed = 0.5}, nan));
  EXPECT_EQ(error_ratio(e4m3, {.centre = 463, .allowed = 0.5}, nan), infinity);
}

TEST(ErrorRatio, AgreesWithAcceptanceOnEveryBf16Neighbour) {
  const FloatFormat bf16 = dtype("bf16");
  for (int n = -400; n <= 400; ++n) {
    const Target target{.centre = 1.0 + n * 0x1p-12, .allowed = 3 * 0x1p-9};
    for (std::uint64_t bits = 0x3f60; bits < 0x3fa0; ++bits) {
      const double got = decode(bf16, bits);
      const double ratio = error_ratio(bf16, target, got);
      if (accepts(bf16, target, got))
        EXPECT_LE(ratio, 1.0 + 1e-12) << got;
      else
        EXPECT_GE(ratio, 1.0 - 1e-12) << got;
    }
  }
}

TEST(ErrorUlp, CountsUnitsOfTheOutputFormat) {
  EXPECT_EQ(error_ulp(dtype("bf16"), {.centre = 1.0}, 1.0 + 0x1p-7), 1.0);
  EXPECT_EQ(error_ulp(dtype("fp16"), {.centre = 0.0}, 0x1p-24), 1.0);
  EXPECT_EQ(error_ulp(dtype("fp32"), {.centre = 1.0}, nan), infinity);
}

}  // namespace
}  // namespace assay::reference

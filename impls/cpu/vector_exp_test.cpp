// SPDX-License-Identifier: Apache-2.0
#include "impls/cpu/vector_exp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace assay::impls::cpu {
namespace {

constexpr float lowest = -0x1.5d589ep6f;

/// Error in units in the last place of float at the true value; double's own error is 2^-29 of that.
double error_ulp(float x) {
  const double want = std::exp(static_cast<double>(x));
  const double ulp = std::ldexp(1.0, std::max(std::ilogb(want), -126) - 23);
  return std::fabs(static_cast<double>(nonpositive_exp(x)) - want) / ulp;
}

struct Worst {
  float x = 0;
  double ulp = 0;
};

/// Over the floats of [lowest, -0] whose bit patterns are step apart, from -0 outward.
Worst worst_error(std::uint32_t step) {
  Worst worst;
  for (std::uint32_t bits = 0x80000000u; bits <= std::bit_cast<std::uint32_t>(lowest); bits += step) {
    const float x = std::bit_cast<float>(bits);
    const double ulp = error_ulp(x);
    if (ulp > worst.ulp) worst = {x, ulp};
  }
  return worst;
}

TEST(VectorExp, StaysWithinItsDeclaredErrorOnASample) {
  const Worst worst = worst_error(10007);
  EXPECT_LE(worst.ulp, nonpositive_exp_ulp) << "at " << worst.x;
}

TEST(VectorExp, AttainsItsDeclaredErrorWhereItIsLargest) {
  EXPECT_GT(error_ulp(-0x1.86ee4ap+5f), nonpositive_exp_ulp - 0.01);
}

TEST(VectorExp, StaysWithinItsDeclaredErrorOnEveryFloat) {
  if (!std::getenv("ASSAY_EXHAUSTIVE")) GTEST_SKIP() << "a billion exponentials, a minute or two: set ASSAY_EXHAUSTIVE";
  const Worst worst = worst_error(1);
  RecordProperty("worst", testing::PrintToString(worst.x) + " " + testing::PrintToString(worst.ulp));
  EXPECT_LE(worst.ulp, nonpositive_exp_ulp) << "at " << worst.x;
}

TEST(VectorExp, IsOneAtZeroAndFlushesBelowTheNormalNumbers) {
  EXPECT_EQ(nonpositive_exp(0.0f), 1.0f);
  EXPECT_EQ(nonpositive_exp(-0.0f), 1.0f);
  EXPECT_GE(nonpositive_exp(lowest), std::numeric_limits<float>::min());
  // NOLINTNEXTLINE(bugprone-float-loop-counter): the powers of 1.5 are what is walked
  for (float x = std::nextafter(lowest, -INFINITY); x > -3e38f; x *= 1.5f) EXPECT_EQ(nonpositive_exp(x), 0.0f) << x;
  EXPECT_EQ(nonpositive_exp(-INFINITY), 0.0f);
}

TEST(VectorExp, KeepsNan) { EXPECT_TRUE(std::isnan(nonpositive_exp(std::numeric_limits<float>::quiet_NaN()))); }

}  // namespace
}  // namespace assay::impls::cpu

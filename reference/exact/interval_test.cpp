// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "reference/model/float_format.hpp"

namespace assay::reference {
namespace {

Interval awkward(int bits) { return log(exp(sqrt(Interval(2, bits))) + tanh(Interval(0.1, bits))); }

TEST(Interval, PrecisionIsCountedInBitsExactly) {
  for (const int bits : {53, 54, 64, 100, 113, 128, 4096}) {
    EXPECT_EQ(Interval(0.1, bits).precision_bits(), bits);
    EXPECT_EQ(awkward(bits).precision_bits(), bits);
    EXPECT_EQ((Interval(1, 53) / Interval(3, bits)).precision_bits(), bits);
  }
}

TEST(Interval, ADoubleIsAPoint) {
  for (const double x : {0.0, 0.1, -1e308, std::numeric_limits<double>::denorm_min()}) {
    EXPECT_TRUE(Interval(x, 128).is_point());
    EXPECT_EQ(Interval(x, 128).lower(), x);
    EXPECT_EQ(to_ball(Interval(x, 128)).radius, 0);
  }
}

TEST(Interval, EnclosuresNestAndShrinkAsPrecisionGrows) {
  double last = HUGE_VAL;
  for (int bits = 16; bits <= 2048; bits *= 2) {
    EXPECT_TRUE(contains(awkward(bits), awkward(2 * bits))) << bits;
    const double width = (awkward(bits) - awkward(4096)).upper();
    EXPECT_LT(width, last) << bits;
    last = width;
  }
}

TEST(Interval, DisjointEnclosuresDoNotOverlap) {
  EXPECT_FALSE(overlap(awkward(128), awkward(128) + Interval(1e-30, 128)));
  EXPECT_TRUE(overlap(awkward(128), awkward(128) + Interval(1e-40, 128)));
}

TEST(Interval, DivisionByAnIntervalAroundZeroSaysNothing) {
  const Interval around_zero = awkward(128) - awkward(128);
  EXPECT_FALSE((Interval(1, 128) / around_zero).bounded());
  EXPECT_EQ(to_ball(Interval(1, 128) / around_zero).radius, HUGE_VAL);
}

TEST(Interval, DotOfDoublesIsExactWhenThePrecisionHoldsIt) {
  const std::vector<double> a{1e100, 1, -1e100}, b{1, 1, 1};
  EXPECT_EQ(dot(a, b, 400).lower(), 1);
  EXPECT_TRUE(dot(a, b, 400).is_point());
  EXPECT_FALSE(dot(a, b, 64).is_point());
  EXPECT_TRUE(contains(dot(a, b, 64), Interval(1, 64)));
}

TEST(Interval, RoundingToOddMakesTheSecondRoundingRight) {
  const FloatFormat& fp16 = dtype("fp16");
  const double midpoint = 1 + 0x1p-11;  // between 1 and 1 + 2^-10
  const Interval above = Interval(midpoint, 256) + Interval(0x1p-200, 256);
  const Interval below = Interval(midpoint, 256) - Interval(0x1p-200, 256);
  EXPECT_EQ(round_to(fp16, above.lower_to_odd()), 1 + 0x1p-10);
  EXPECT_EQ(round_to(fp16, below.lower_to_odd()), 1);
  EXPECT_EQ(round_to(fp16, above.lower_nearest()), 1) << "rounding twice to nearest is the mistake this avoids";
}

TEST(Interval, RoundingToOddKeepsTinyNumbersFromBecomingZero) {
  const Interval tiny = exp(Interval(-1e6, 128));
  EXPECT_EQ(tiny.lower_to_odd(), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ((Interval(0, 128) - tiny).lower_to_odd(), -std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(tiny.lower_nearest(), 0);
}

TEST(Interval, ABallContainsItsInterval) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const double x = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 200) - 150);
    const Interval a = sqrt(Interval(x, 100));
    const Ball ball = to_ball(a);
    const Interval low = Interval(ball.centre, 200) - Interval(ball.radius, 200);
    const Interval high = Interval(ball.centre, 200) + Interval(ball.radius, 200);
    EXPECT_LE((low - a).upper(), 0);
    EXPECT_GE((high - a).lower(), 0);
    EXPECT_LE(ball.radius, std::abs(ball.centre) * 0x1p-53);
  }
}

TEST(Interval, AssignmentSurvivesSelfAndMovedFromTargets) {
  Interval a = awkward(128);
  const Interval copy = a;
  Interval& self = a;
  a = self;
  EXPECT_TRUE(contains(a, copy) && contains(copy, a));
  Interval moved = std::move(a);
  a = copy;
  EXPECT_TRUE(contains(a, moved) && contains(moved, a));
}

TEST(Interval, PrintsTheMiddleAndTheRadius) {
  EXPECT_EQ(Interval(0.5, 128).to_text(), "0.5");
  EXPECT_EQ((Interval(1, 128) / Interval(3, 128)).to_text(), "0.33333333333333333 +- 2^-129");
}

}  // namespace
}  // namespace assay::reference

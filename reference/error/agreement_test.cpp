// SPDX-License-Identifier: Apache-2.0
#include "reference/error/agreement.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(RoundingCell, HoldsExactlyTheNumbersThatRoundToItUpToDoubleRounding) {
  const FloatFormat& fp16 = dtype("fp16");
  for (double value : {1.0, -1.0009765625, 65504.0, 6e-8, 0.0}) {
    const double stored = round_to(fp16, value);
    const Reals cell = rounding_cell(fp16, stored);
    const double inside_above = cell.upper - (cell.upper - cell.lower) * 1e-6;
    const double outside_above = cell.upper + (cell.upper - cell.lower) * 1e-6;
    EXPECT_EQ(round_to(fp16, inside_above), stored) << value;
    EXPECT_NE(round_to(fp16, outside_above), stored) << value;
  }
}

TEST(RoundingCell, OfInfinityBeginsWhereTheFormatOverflows) {
  const FloatFormat& fp16 = dtype("fp16");
  EXPECT_NEAR(rounding_cell(fp16, infinity).lower, 65520.0, 1e-9);
  EXPECT_NEAR(rounding_cell(fp16, -infinity).upper, -65520.0, 1e-9);
}

TEST(Disagreement, IsZeroWhileCellsMeetAndGrowsWithTheGap) {
  const FloatFormat& bf16 = dtype("bf16");
  const double step = ulp(bf16, 1.0);
  const auto ratio = [&](double a, double b, double allowed) {
    return disagreement(rounding_cell(bf16, a), rounding_cell(bf16, b), allowed);
  };
  EXPECT_EQ(ratio(1, 1, 0), 0);
  EXPECT_EQ(ratio(1, 1 + step, 0), 0);
  EXPECT_NEAR(ratio(1, 1 + 2 * step, step), 1, 1e-9);
  EXPECT_GT(ratio(1, 1 + 2 * step, 0), 1e300);
  EXPECT_EQ(ratio(nan, nan, 0), 0);
  EXPECT_EQ(ratio(nan, 1, infinity), infinity);
  EXPECT_EQ(ratio(infinity, infinity, 0), 0);
  EXPECT_GT(ratio(infinity, -infinity, 1e30), 1);
}

TEST(Reals, ScaleAndSumEnclose) {
  const Reals cell{0.1, 0.3};
  const Reals negated = scaled(cell, -3);
  EXPECT_LE(negated.lower, -0.9);
  EXPECT_GE(negated.upper, -0.3);
  const Reals total = sum(cell, negated);
  EXPECT_LE(total.lower, -0.8);
  EXPECT_GE(total.upper, 0.0);
}

}  // namespace
}  // namespace assay::reference

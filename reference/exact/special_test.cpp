// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/special.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/exact/interval_tier.hpp"
#include "reference/exact/small_row.hpp"

namespace assay::reference {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

bool is_nan_row(const SmallRow& row) {
  const RowResult result = enclose_by_intervals(row.data());
  return result.decided && std::isnan(result.out[0]) && std::isnan(result.lse) && result.out_radius[0] == 0;
}

TEST(SpecialValues, NanInAVisibleKeyOrQueryMakesTheRowNan) {
  SmallRow row = row_of_scores({0, nan, 1}, {1, 2, 3});
  EXPECT_TRUE(is_nan_row(row));
  row.visible = {0, 2};
  EXPECT_FALSE(is_nan_row(row)) << "contents of hidden keys never matter";
  row.query = {nan};
  EXPECT_TRUE(is_nan_row(row));
}

TEST(SpecialValues, NanInBiasOrSinkMakesTheRowNan) {
  SmallRow row = row_of_scores({0, 1}, {1, 2});
  row.bias = {0, nan};
  EXPECT_TRUE(is_nan_row(row));
  row.bias.clear();
  row.sink = nan;
  EXPECT_TRUE(is_nan_row(row));
  row.sink = inf;
  EXPECT_TRUE(is_nan_row(row));
}

TEST(SpecialValues, AScoreOfPlusInfinityMakesTheRowNan) {
  EXPECT_TRUE(is_nan_row(row_of_scores({0, inf}, {1, 2})));
  SmallRow opposite = row_of_scores({0, 0}, {1, 2});
  opposite.query = {inf, -inf};
  opposite.keys = {{1, 1}, {2, 2}};
  EXPECT_TRUE(is_nan_row(opposite)) << "inf - inf";
  SmallRow zero = row_of_scores({0, 1}, {1, 2});
  zero.query = {inf};
  EXPECT_TRUE(is_nan_row(zero)) << "inf times 0";
}

TEST(SpecialValues, AScoreOfMinusInfinityCountsAsHidden) {
  SmallRow row = row_of_scores({0, -inf, 0}, {1, nan, 2});
  EXPECT_EQ(row.data().keys, (std::vector<std::int64_t>{0, 2}));
  const RowResult result = enclose_by_intervals(row.data());
  EXPECT_EQ(result.out[0], 1.5);
  EXPECT_NEAR(result.lse, std::log(2.0), result.lse_radius);
  row.problem.scale = -1;
  EXPECT_TRUE(is_nan_row(row)) << "a negative scale turns it into +inf";
}

TEST(SpecialValues, ASoftCapBringsInfiniteScoresBack) {
  SmallRow row = row_of_scores({inf, -inf}, {1, 0});
  row.problem.softcap = 2;
  const RowResult result = enclose_by_intervals(row.data());
  EXPECT_EQ(result.score, (std::vector<double>{2, -2}));
  EXPECT_NEAR(result.out[0], 1 / (1 + std::exp(-4.0)), 1e-15);
}

TEST(SpecialValues, NonFiniteValuesDecideTheirColumnOnly) {
  SmallRow row = row_of_scores({0, 1, 2}, {});
  row.values = {{1, nan, inf, inf, 1}, {2, 2, 2, -inf, -inf}, {3, 3, 3, 3, 3}};
  const RowResult result = enclose_by_intervals(row.data());
  EXPECT_TRUE(result.decided);
  EXPECT_TRUE(std::isfinite(result.out[0]));
  EXPECT_TRUE(std::isnan(result.out[1]));
  EXPECT_EQ(result.out[2], inf);
  EXPECT_TRUE(std::isnan(result.out[3]));
  EXPECT_EQ(result.out[4], -inf);
  EXPECT_EQ(result.out_radius[4], 0);
}

TEST(SpecialValues, RowsWithoutVisibleKeysFollowTheConvention) {
  SmallRow row = row_of_scores({0, 1}, {1, 4});
  row.visible = {};
  EXPECT_EQ(enclose_by_intervals(row.data()).out[0], 0);
  EXPECT_EQ(enclose_by_intervals(row.data()).lse, -inf);
  row.problem.convention.empty_row = EmptyRow::Mean;
  row.problem.convention.empty_lse = EmptyLse::PlusInfinity;
  EXPECT_EQ(enclose_by_intervals(row.data()).out[0], 2.5);
  EXPECT_EQ(enclose_by_intervals(row.data()).lse, inf);
  row.problem.convention.empty_row = EmptyRow::Nan;
  row.problem.convention.empty_lse = EmptyLse::Nan;
  EXPECT_TRUE(is_nan_row(row));
  EXPECT_TRUE(enclose_by_intervals(row.data()).empty);
}

TEST(SpecialValues, ASinkAloneTakesAllTheWeight) {
  SmallRow row = row_of_scores({0}, {5});
  row.visible = {};
  row.problem.convention.empty_row = EmptyRow::Nan;
  row.sink = 0.75;
  const RowResult result = enclose_by_intervals(row.data());
  EXPECT_EQ(result.out[0], 0);
  EXPECT_EQ(result.lse, 0.75);
  row.sink = -inf;
  EXPECT_TRUE(std::isnan(enclose_by_intervals(row.data()).out[0])) << "a sink of -inf is no sink";
}

}  // namespace
}  // namespace assay::reference

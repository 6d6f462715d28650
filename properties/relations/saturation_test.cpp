// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/saturation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/exact/row.hpp"

namespace assay::properties {
namespace {

/// One query against two keys whose scores differ by the gap.
Call two_keys(const std::string& gap, const std::string& dtype) {
  return make_call(parse_case("b=1 hq=1 tq=1 tk=2 dk=1 dv=1 scale=1 dtype=" + dtype +
                              " convention=torch recipe=r1 seed=1 data.query=1 data.key=" + gap + ",0"));
}

TEST(Saturation, GradientOfAGapOf24IsThreePointEightInTenToTheEleven) {
  EXPECT_NEAR(measure_saturation(two_keys("24", "fp32")).least_gradient, 3.8e-11, 0.05e-11);
  EXPECT_NEAR(measure_saturation(two_keys("3", "fp32")).least_gradient, 0.045, 0.0005);
}

TEST(Saturation, IsReachedWhereTheWinnersWeightRoundsToOneInTheDtype) {
  // 1/(1 + e^-gap) rounds to 1 when e^-gap <= u/2: 17.3 nats in fp32, 8.3 in fp16, 6.2 in bf16.
  const auto saturated = [](const char* gap, const char* dtype) {
    return measure_saturation(two_keys(gap, dtype)).saturated;
  };
  EXPECT_EQ(saturated("17.25", "fp32"), 0);
  EXPECT_EQ(saturated("17.375", "fp32"), 1);
  EXPECT_EQ(saturated("8.25", "fp16"), 0);
  EXPECT_EQ(saturated("8.375", "fp16"), 1);
  EXPECT_EQ(saturated("6.1875", "bf16"), 0);
  EXPECT_EQ(saturated("6.25", "bf16"), 1);
}

// The scale is there for this: without it scores of head size 64 have standard deviation 8, and rows saturate.
TEST(Saturation, OfPlainNumbersComesWithTheMissingScale) {
  const std::string line = "b=1 hq=2 tq=64 tk=64 dk=64 dv=1 dtype=bf16 convention=torch recipe=r1 seed=3";
  const Saturation scaled = measure_saturation(make_call(parse_case(line)));
  const Saturation unscaled = measure_saturation(make_call(parse_case(line + " scale=1")));
  EXPECT_EQ(scaled.rows, 128);
  EXPECT_EQ(scaled.saturated, 0);
  EXPECT_GT(unscaled.saturated, 10);
}

double score_deviation(std::int64_t head_dim, double scale) {
  Problem problem = plain_problem(
      {.query_heads = 2, .key_heads = 2, .query_length = 97, .key_length = 101, .head_dim = head_dim}, "fp32");
  problem.scale = scale;
  const Call call = make_call({problem, Recipe{}});
  const reference::CaseRows rows(call.problem, call.inputs);
  double sum = 0, squares = 0, count = 0;
  for (const RowIndex& index : rows.indices()) {
    const reference::RowData row = rows.row(index);
    for (std::size_t n = 0; n < row.count(); ++n) {
      double score = 0;
      for (std::size_t t = 0; t < row.query.size(); ++t) score += scale * row.query[t] * row.key(n)[t];
      sum += score;
      squares += score * score;
      count += 1;
    }
  }
  return std::sqrt(squares / count - sum / count * (sum / count));
}

TEST(ScoreVariance, OfIndependentUnitVariancesIsTheHeadSizeAndOneAfterScaling) {
  EXPECT_NEAR(score_deviation(64, 1), 8, 0.3);
  EXPECT_NEAR(score_deviation(128, 1), 11.3, 0.4);
  EXPECT_NEAR(score_deviation(64, 1 / 8.0), 1, 0.04);
  EXPECT_NEAR(score_deviation(128, 1 / std::sqrt(128.0)), 1, 0.04);
}

}  // namespace
}  // namespace assay::properties

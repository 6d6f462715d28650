// SPDX-License-Identifier: Apache-2.0
//
// The worked examples and figures of the two documents that this project restates. They print two or three digits;
// the exact values are the reference's own. Where a printed digit is not the exact value's rounding, the test says
// so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "reference/exact/interval_tier.hpp"
#include "reference/exact/score_function.hpp"
#include "reference/exact/small_row.hpp"
#include "reference/exact/ties.hpp"
#include "reference/model/case/random.hpp"

namespace assay::reference {
namespace {

constexpr int bits = 128;

/// The number to so many decimals; empty if the enclosure does not settle them.
std::string printed(const Interval& a, int decimals) {
  const std::string low = fmt::format("{:.{}f}", a.lower() + 0.0, decimals);  // + 0.0: no minus before a zero
  const std::string high = fmt::format("{:.{}f}", a.upper() + 0.0, decimals);
  return low == high ? low : "";
}
std::string printed(const std::vector<Interval>& list, int decimals) {
  std::string text;
  for (const Interval& a : list) text += (text.empty() ? "" : " ") + printed(a, decimals);
  return text;
}

/// Queries, keys and values as small matrices, default scale.
struct SmallCase {
  Matrix queries, keys, values;

  SmallRow row(std::size_t i) const {
    SmallRow row;
    row.query = queries[i];
    row.keys = keys;
    row.values = values;
    return row.see_all();
  }
  std::vector<Interval> raw(std::size_t i) const {  // q . k, before the scale
    std::vector<Interval> list;
    for (const auto& key : keys) list.push_back(dot(queries[i], key, bits));
    return list;
  }
  std::vector<Interval> weights(std::size_t i) const {
    const SmallRow small = row(i);
    const IntervalRow steps = interval_row(small.data(), bits);
    std::vector<Interval> list;
    for (std::size_t n = 0; n < keys.size(); ++n) list.push_back(probability(steps, n));
    return list;
  }
  std::vector<Interval> out(std::size_t i) const {
    const SmallRow small = row(i);
    return interval_row(small.data(), bits).out;
  }
};

const SmallCase the_cat_sat{{{1, 0}, {0, 1}, {1, 1}}, {{1, 0}, {0, 1}, {1, 0}}, {{1, 2}, {3, 4}, {5, 6}}};
const SmallCase bank_river_money{{{1, 0}, {0, 1}, {1, .5}}, {{1, 0}, {.2, 1}, {.8, .2}}, {{2, 0}, {0, 3}, {1, 1}}};

TEST(Mission, WeightsMixTheValueRows) {
  SmallRow row = row_of_scores({std::log(0.074), std::log(0.620), std::log(0.306)}, {});
  row.values = {{2, 0}, {0, 4}, {1, 1}};
  EXPECT_EQ(printed(interval_row(row.data(), bits).out, 3), "0.454 2.786");
  row.problem.scale = 0;  // uniform weights: the mean
  EXPECT_EQ(printed(interval_row(row.data(), bits).out, 3), "1.000 1.667");
}

TEST(Mission, TheCatSatScoresAndWeights) {
  EXPECT_EQ(printed(the_cat_sat.raw(0), 0), "1 0 1");
  EXPECT_EQ(printed(the_cat_sat.raw(1), 0), "0 1 0");
  EXPECT_EQ(printed(the_cat_sat.raw(2), 0), "1 1 1");
  EXPECT_EQ(printed(the_cat_sat.weights(0), 2), "0.40 0.20 0.40");
  EXPECT_EQ(printed(the_cat_sat.weights(1), 2), "0.25 0.50 0.25");
  EXPECT_EQ(printed(the_cat_sat.weights(2), 2), "0.33 0.33 0.33");
}

TEST(Mission, EveryOutputRowOfTheCatSatIsExactlyThreeFour) {
  for (std::size_t i = 0; i < 3; ++i) {
    const SmallRow row = the_cat_sat.row(i);
    const auto exact = rational_outputs(row.data());
    EXPECT_EQ(exact[0], mpq_class(3)) << i;
    EXPECT_EQ(exact[1], mpq_class(4)) << i;
    EXPECT_TRUE(contains(the_cat_sat.out(i)[0], Interval(3, bits)));
  }
}

TEST(Mission, BankRiverMoneyToFourDigits) {
  EXPECT_EQ(printed(bank_river_money.out(0), 4), "1.1773 1.0558");
  EXPECT_EQ(printed(bank_river_money.out(1), 2), "0.75 1.73");
  EXPECT_EQ(printed(bank_river_money.out(2), 4), "1.0697 1.2254");
}

TEST(Mission, BankRiverMoneyAsPrintedIsOffInOneDigit) {
  // The document multiplies rounded weights and prints [1.18, 1.05] for row 1, where the exact second value rounds to
  // 1.06.
  EXPECT_EQ(printed(bank_river_money.out(0), 2), "1.18 1.06");
  EXPECT_EQ(printed(bank_river_money.out(2), 2), "1.07 1.23");
}

TEST(Mission, AScoreIsTheAlignmentTimesBothNorms) {
  const IntervalVector q = to_intervals({{1, 2, 0}}, bits)[0];
  for (const std::vector<double>& key : {std::vector<double>{2, 4, 0}, {0, 0, 3}, {-1, 1, 5}}) {
    const IntervalVector k = to_intervals({key}, bits)[0];
    const Interval alignment = cosine_score(1).score(q, k);
    EXPECT_TRUE(overlap(dot(q, k), alignment * sqrt(dot(q, q)) * sqrt(dot(k, k))));
    EXPECT_LE(abs(alignment).lower(), 1);
  }
}

/// p (1 - p) of the second of two keys that lies `gap` below the first.
Interval softmax_gradient(double gap) {
  const Interval p = softmax({Interval(gap, bits), Interval(0, bits)})[1];
  return p * (Interval(1, bits) - p);
}

TEST(Mission, SaturatedSoftmaxHasNoGradientLeft) {
  EXPECT_EQ(fmt::format("{:.1e}", softmax_gradient(24).lower()), "3.8e-11");
  EXPECT_EQ(fmt::format("{:.1e}", softmax_gradient(24).upper()), "3.8e-11");
  EXPECT_EQ(printed(softmax_gradient(3), 3), "0.045");
}

TEST(Mission, TheMaximumCanBeSubtractedAndMustBe) {
  const SmallRow high = row_of_scores({100, 101, 102}, {1, 2, 4}), low = row_of_scores({0, 1, 2}, {1, 2, 4});
  EXPECT_TRUE(overlap(interval_row(high.data(), bits).out[0], interval_row(low.data(), bits).out[0]));
  EXPECT_EQ(fmt::format("{:.0e}", exp(Interval(102, bits)).lower()), "2e+44");
  EXPECT_GT(exp(Interval(102, bits)).lower(), dtype("fp32").max_finite());
  EXPECT_EQ(fmt::format("{:.1e}", dtype("fp32").max_finite()), "3.4e+38");
  const SmallCase thousand{{{1}}, {{1000}, {999}, {998}}, {{0}, {0}, {0}}};
  EXPECT_EQ(printed(thousand.weights(0), 2), "0.67 0.24 0.09");
}

/// Standard deviation of q . k over 20 queries and 50 keys whose components are +1 or -1 (mean 0, variance 1).
double score_deviation(std::size_t head_dim) {
  const RandomStream random(3, static_cast<std::uint32_t>(head_dim));
  std::uint64_t next = 0;
  const auto vectors = [&](std::size_t count) {
    Matrix list(count, std::vector<double>(head_dim));
    for (auto& vector : list)
      for (double& x : vector) x = random.below(next++, 2) ? 1 : -1;
    return list;
  };
  const Matrix queries = vectors(20), keys = vectors(50);
  double squares = 0;
  for (const auto& query : queries)
    for (const auto& key : keys) squares += std::pow(dot(query, key, 53).upper(), 2);
  return std::sqrt(squares / 1000);
}

TEST(Mission, RawScoresSpreadLikeTheRootOfTheHeadSize) {
  // The mean of 1000 pairwise uncorrelated squares of variance below 2 d^2 is within 5 sqrt(2 / 1000) = 22.4 % of d
  // with near certainty, its root within 12 %; 8 and 11.3 are 41 % apart.
  EXPECT_EQ(printed(sqrt(Interval(64, bits)), 0), "8");
  EXPECT_EQ(printed(sqrt(Interval(128, bits)), 1), "11.3");
  const double of_64 = score_deviation(64), of_128 = score_deviation(128);
  EXPECT_NEAR(of_64, 8, 8 * 0.12);
  EXPECT_NEAR(of_128, 11.3, 11.3 * 0.12);
  EXPECT_NEAR(of_128 / std::sqrt(128.0), 1, 0.12) << "the scale brings any head size to 1";
}

SmallRow dropout_row(std::vector<std::uint8_t> keep) {
  SmallRow row = row_of_scores({0.3, -1, 0.5}, {1, 1, 1});
  row.problem.dropout = {.probability = 0.1, .training = true};
  row.keep = std::move(keep);
  return row;
}

TEST(Mission, SurvivorsOfDropoutAreScaledByOneOverOneMinusP) {
  const SmallRow row = dropout_row({1, 1, 1});
  EXPECT_EQ(printed(interval_row(row.data(), bits).out, 3), "1.111");
}

TEST(Mission, RowsUnderDropoutSumToOneInExpectationOnly) {
  Interval expectation;
  const Interval p(0.1, bits), q = Interval(1, bits) - p;
  for (int drawn = 0; drawn < 8; ++drawn) {
    const auto kept_bit = [&](int key) { return static_cast<std::uint8_t>(drawn >> key & 1); };
    const SmallRow row = dropout_row({kept_bit(0), kept_bit(1), kept_bit(2)});
    const Interval sum = interval_row(row.data(), bits).out[0];
    EXPECT_FALSE(overlap(sum, Interval(1, bits))) << drawn;
    Interval chance(1, bits);
    for (const std::uint8_t kept : row.keep) chance = chance * (kept ? q : p);
    expectation += chance * sum;
  }
  EXPECT_TRUE(contains(expectation, Interval(1, bits)));
  EXPECT_LT((expectation - Interval(1, bits)).upper(), 1e-30);
}

TEST(Mission, OneKeyHeadForEightQueryHeadsMakesTheCacheEightTimesSmaller) {
  const Problem multi_head = parse_problem("b=2 hq=8 hkv=8 tq=5 tk=7 dk=4 dv=3 dtype=fp16");
  const Problem multi_query = parse_problem("b=2 hq=8 hkv=1 tq=5 tk=7 dk=4 dv=3 dtype=fp16");
  const auto cache = [](const Problem& p) {
    const ElementType type = ElementType::of(p.dtype);
    return Tensor(type, key_extents(p)).size() + Tensor(type, value_extents(p)).size();
  };
  EXPECT_EQ(cache(multi_head), 8 * cache(multi_query));
}

TEST(Mission, TheCostModel) {
  constexpr double mebibyte = 1024.0 * 1024, gibibyte = 1024 * mebibyte;
  Extents e{.batch = 32,
            .query_heads = 8,
            .key_heads = 8,
            .query_length = 1024,
            .key_length = 1024,
            .head_dim = 64,
            .value_dim = 64};
  EXPECT_EQ(cost(plain_problem(e, "fp16")).weight_bytes, 512 * mebibyte);
  EXPECT_EQ(cost(plain_problem(e, "fp16")).weight_bytes * 12, 6 * gibibyte);
  e.query_length = e.key_length = 2048;
  EXPECT_EQ(cost(plain_problem(e, "fp16")).weight_bytes, 2 * gibibyte);
  EXPECT_EQ(cost(plain_problem(e, "fp16")).weight_bytes * 12, 24 * gibibyte);
  e.batch = 1;
  e.query_length = e.key_length = 1024;  // T = 2 d with d = 512
  const Cost even = cost(plain_problem(e, "fp16"));
  EXPECT_EQ(even.flops, even.projection_flops);
  EXPECT_EQ(even.flops, 2 * 2.0 * 1024 * 1024 * 512) << "2 T^2 d multiplies, each with an add";
  EXPECT_EQ(even.projection_flops, 2 * 4.0 * 1024 * 512 * 512) << "4 T d^2";
  e.query_length = e.key_length = 2048;
  EXPECT_EQ(cost(plain_problem(e, "fp16")).flops, 2 * cost(plain_problem(e, "fp16")).projection_flops);
}

}  // namespace
}  // namespace assay::reference

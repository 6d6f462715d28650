// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/interval_row.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "reference/exact/interval_tier.hpp"
#include "reference/exact/small_row.hpp"
#include "reference/model/case/random.hpp"

namespace assay::reference {
namespace {

SmallRow random_row(std::size_t keys, std::size_t head_dim, std::size_t value_dim, std::uint32_t stream) {
  const RandomStream random(20240501, stream);
  std::uint64_t next = 0;
  const auto vector = [&](std::size_t size) {
    std::vector<double> list;
    for (std::size_t t = 0; t < size; ++t) list.push_back(random.normal(next++));
    return list;
  };
  SmallRow row;
  row.query = vector(head_dim);
  for (std::size_t j = 0; j < keys; ++j) row.keys.push_back(vector(head_dim));
  for (std::size_t j = 0; j < keys; ++j) row.values.push_back(vector(value_dim));
  return row.see_all();
}

/// The first output and the log-sum-exp by the textbook, in long double; mistakes can be planted.
struct Textbook {
  bool cap_after_bias = false;
  bool sink_in_sum = true;
  bool rescale_kept = true;
  long double scale_by = 0;  ///< 0: 1/sqrt(d)

  std::pair<double, double> operator()(const SmallRow& row) const {
    const long double d = static_cast<long double>(row.query.size());
    const long double sigma = scale_by != 0 ? scale_by : row.problem.scale ? *row.problem.scale : 1 / std::sqrt(d);
    const auto cap = [&](long double x) {
      return row.problem.softcap ? *row.problem.softcap * std::tanh(x / *row.problem.softcap) : x;
    };
    long double sum = row.sink && sink_in_sum ? std::exp(static_cast<long double>(*row.sink)) : 0, out = 0;
    for (std::size_t n = 0; n < row.visible.size(); ++n) {
      const auto j = static_cast<std::size_t>(row.visible[n]);
      long double raw = 0;
      for (std::size_t t = 0; t < row.query.size(); ++t) raw += static_cast<long double>(row.query[t]) * row.keys[j][t];
      long double bias = row.bias.empty() ? 0 : row.bias[n];
      if (!row.alibi.empty()) bias += row.alibi[n];
      const long double weight = std::exp(cap_after_bias ? cap(sigma * raw + bias) : cap(sigma * raw) + bias);
      sum += weight;
      const long double survivor = rescale_kept ? 1 / (1 - row.problem.dropout.probability) : 1;
      const long double z = row.keep.empty() ? 1 : row.keep[n] * survivor;
      out += z * weight * row.values[j][0];
    }
    return {static_cast<double>(out / sum), static_cast<double>(std::log(sum))};
  }
};

/// The textbook is good to some 1e-17; the planted mistakes change a row of this kind by more than 1e-4.
bool agrees(const SmallRow& row, const Textbook& textbook) {
  const RowResult exact = enclose_by_intervals(row.data());
  const auto [out, lse] = textbook(row);
  return exact.decided && std::abs(out - exact.out[0]) <= 1e-14 + exact.out_radius[0] &&
         std::abs(lse - exact.lse) <= 1e-14 + exact.lse_radius;
}

TEST(ExactSoftmax, RowsSumToOneAtEveryPrecision) {
  SmallRow row = random_row(9, 5, 1, 1);
  for (auto& value : row.values) value = {1};
  double last_width = HUGE_VAL;
  for (int bits = 24; bits <= 4096; bits *= 2) {
    const Interval one = interval_row(row.data(), bits).out[0];
    EXPECT_TRUE(contains(one, Interval(1, bits))) << bits;
    const double width = (one - Interval(1, bits)).upper();
    EXPECT_TRUE(width < last_width || width < 1e-300) << bits;
    last_width = width;
  }
}

TEST(ExactSoftmax, EnclosuresOfARowNestAsPrecisionGrows) {
  const SmallRow row = random_row(7, 3, 2, 2);
  for (int bits = 32; bits <= 1024; bits *= 2) {
    const IntervalRow wide = interval_row(row.data(), bits), narrow = interval_row(row.data(), 2 * bits);
    EXPECT_TRUE(contains(wide.out[1], narrow.out[1])) << bits;
    EXPECT_TRUE(contains(wide.lse, narrow.lse)) << bits;
    EXPECT_TRUE(contains(wide.score[3], narrow.score[3])) << bits;
  }
}

TEST(ExactSoftmax, PlainRowsAgreeWithTheTextbookAndAWrongScaleDoesNot) {
  for (std::uint32_t stream = 10; stream < 20; ++stream) {
    const SmallRow row = random_row(1 + stream % 7, 3 + stream % 4, 2, stream);
    EXPECT_TRUE(agrees(row, {}));
    EXPECT_FALSE(agrees(row, {.scale_by = 1})) << "the scale is missing";
  }
}

TEST(ExactSoftmax, BiasAlibiAndSoftCapKeepTheirOrder) {
  SmallRow row = random_row(6, 4, 1, 30);
  row.bias = {0.5, -1, 0.25, 0, 2, -0.125};
  row.alibi = {-5, -4, -3, -2, -1, 0};
  row.problem.softcap = 1.5;
  EXPECT_TRUE(agrees(row, {.cap_after_bias = false}));
  EXPECT_FALSE(agrees(row, {.cap_after_bias = true}));
  row.problem.convention.cap_order = CapOrder::AfterBias;
  EXPECT_TRUE(agrees(row, {.cap_after_bias = true}));
  EXPECT_FALSE(agrees(row, {.cap_after_bias = false}));
}

TEST(ExactSoftmax, TheSinkAddsToTheSumOnly) {
  SmallRow row = random_row(5, 4, 1, 31);
  row.sink = 0.5;
  EXPECT_TRUE(agrees(row, {}));
  EXPECT_FALSE(agrees(row, {.sink_in_sum = false}));
  row.sink = 30;  // above every score: it is the maximum, and the enclosure stays decided
  EXPECT_TRUE(agrees(row, {}));
}

TEST(ExactSoftmax, KeptWeightsAreScaledByOneOverOneMinusP) {
  SmallRow row = random_row(5, 4, 1, 32);
  row.problem.dropout = {.probability = 0.1, .training = true};
  row.keep = {1, 0, 1, 1, 0};
  EXPECT_TRUE(agrees(row, {}));
  EXPECT_FALSE(agrees(row, {.rescale_kept = false}));
}

TEST(ExactSoftmax, BaseTwoIsTheNaturalOneOverLnTwo) {
  SmallRow row = random_row(5, 4, 1, 33);
  const double natural = enclose_by_intervals(row.data()).lse;
  row.problem.convention.lse_base = LseBase::Two;
  EXPECT_NEAR(enclose_by_intervals(row.data()).lse, natural / std::log(2.0), 1e-15);
}

TEST(ExactSoftmax, HugeScoresNeedAndGetMorePrecision) {
  const double big = 0x1p300;
  SmallRow row = random_row(2, 2, 1, 34);
  row.problem.scale = 1;
  row.query = {big, 1};
  row.keys = {{big, 1}, {big, 3}};  // scores 2^600 + 1 and 2^600 + 3
  row.values = {{0}, {1}};
  EXPECT_FALSE(enclose_by_intervals(row.data(), 128).decided);
  const RowResult result = enclose_by_intervals(row.data());
  EXPECT_TRUE(result.decided);
  EXPECT_NEAR(result.out[0], 1 / (1 + std::exp(-2.0)), 1e-15);
}

TEST(ExactSoftmax, CancellingOutputsAreDecidedAtOnce) {
  const SmallRow row = row_of_scores({1, 1, 1}, {1e30, -1e30, 3});
  const RowResult result = enclose_by_intervals(row.data(), 128);
  EXPECT_TRUE(result.decided);
  EXPECT_NEAR(result.out[0], 1, 1e-6);
  EXPECT_GE(result.out_radius[0], std::abs(result.out[0] - 1));
}

TEST(ExactSoftmax, MagnitudeIsAnUpperBoundOfTheAbsoluteDotProduct) {
  const SmallRow row = random_row(20, 7, 1, 35);
  const RowResult result = enclose_by_intervals(row.data());
  for (std::size_t n = 0; n < 20; ++n) {
    Interval sum(0, 256);
    for (std::size_t t = 0; t < 7; ++t) sum.add_product(abs(Interval(row.query[t], 256)), std::abs(row.keys[n][t]));
    const Interval exact = sum / sqrt(Interval(7, 256));
    EXPECT_GE(result.magnitude[n], exact.upper());
    EXPECT_LE(result.magnitude[n], exact.lower() * (1 + 1e-14));
    EXPECT_LE(std::abs(result.raw[n]), result.magnitude[n]);
  }
}

}  // namespace
}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "reference/exact/interval_row.hpp"
#include "reference/exact/small_row.hpp"
#include "reference/exact/ties.hpp"
#include "reference/model/case/random.hpp"

namespace assay::reference {
namespace {

using How = Rounded::How;

Rounded only(const SmallRow& row, const FloatFormat& format, int cap = 4096) {
  return round_outputs(row.data(), format, cap)[0];
}

/// Halfway between two numbers of the format: its double neighbours round apart.
bool is_midpoint(double x, const FloatFormat& format) {
  const double below = std::nextafter(x, -HUGE_VAL), above = std::nextafter(x, HUGE_VAL);
  return round_to(format, below) != round_to(format, above) && round_to(format, x) != x;
}

/// Keys of equal score 1/sqrt(2), which no precision holds: the weights are known to be equal by exact arithmetic
/// alone.
SmallRow tied_row(const std::vector<double>& values) {
  SmallRow row;
  row.query = {1, 1};
  for (const double value : values) {
    row.keys.push_back({0.25, 0.75});
    row.values.push_back({value});
  }
  return row.see_all();
}

/// Uniform attention over n keys whose values are numbers of the format; n a power of two, so the mean is a double.
int count_ties(int n, const FloatFormat& format) {
  int ties = 0;
  for (std::uint32_t trial = 0; trial < 200; ++trial) {
    const RandomStream random(99, trial);
    std::vector<double> values;
    double sum = 0;
    for (int j = 0; j < n; ++j) values.push_back(round_to(format, random.normal(static_cast<std::uint64_t>(j))));
    for (const double value : values) sum += value;
    const Rounded rounded = only(tied_row(values), format);
    const std::vector<double> zeros(values.size(), 0.0);
    EXPECT_EQ(only(row_of_scores(zeros, values), format).value, rounded.value) << "q = 0";
    EXPECT_EQ(rounded.value, round_to(format, sum / n));
    EXPECT_EQ(rounded.how == How::ExactTie, is_midpoint(sum / n, format));
    ties += rounded.how == How::ExactTie;
  }
  return ties;
}

TEST(Rounding, MidpointsOfUniformAttentionAreDecidedToEven) {
  for (const char* name : {"fp16", "bf16"}) {
    EXPECT_GT(count_ties(2, dtype(name)), 20) << name;
    EXPECT_GT(count_ties(4, dtype(name)), 15) << name;
    EXPECT_GT(count_ties(16, dtype(name)), 2) << name;
  }
}

/// Two keys tie at 0 with the fp16 midpoint 1 + 2^-11 as their mean, a third lies `gap` nats below.
SmallRow nearly_tied(double gap, double third) { return row_of_scores({0, 0, -gap}, {1, 1 + 0x1p-10, third}); }

/// Numbers 0, 1, 2 in the digits of `code`, least significant first.
std::vector<double> digits(int code, int count) {
  std::vector<double> list;
  for (; count > 0; --count, code /= 3) list.push_back(code % 3);
  return list;
}

TEST(Rounding, EverySmallRowIsRationalExactlyWhenItsEnclosureSaysSo) {
  // A mean of at most four numbers is a multiple of 1/12; an output that is not one keeps away from all of them.
  std::vector<std::pair<mpq_class, Interval>> candidates;
  for (int twelfth = 0; twelfth <= 24; ++twelfth) {
    mpq_class value(twelfth, 12);
    value.canonicalize();
    candidates.emplace_back(value, Interval::of_rational(value.get_mpq_t(), 128));
  }
  int rational = 0, others = 0;
  for (int scores = 0; scores < 27; ++scores)
    for (int values = 0; values < 27; ++values)
      for (const bool sink : {false, true}) {
        SmallRow row = row_of_scores(digits(scores, 3), digits(values, 3));
        if (sink) row.sink = 1;
        const Interval out = interval_row(row.data(), 128).out[0];
        const auto exact = rational_outputs(row.data())[0];
        ++(exact ? rational : others);
        for (const auto& [value, enclosure] : candidates)
          EXPECT_EQ(overlap(out, enclosure), exact == value) << scores << " " << values << " " << sink;
      }
  EXPECT_GT(rational, 100);
  EXPECT_GT(others, 100);
}

TEST(Rounding, AnythingBesideATieBreaksItHoweverSmall) {
  const FloatFormat& fp16 = dtype("fp16");
  const Rounded above = only(nearly_tied(300, 2), fp16), below = only(nearly_tied(300, 0), fp16);
  EXPECT_EQ(above.value, 1 + 0x1p-10);
  EXPECT_EQ(below.value, 1);
  EXPECT_EQ(above.how, How::Enclosure);
  EXPECT_GE(above.precision_bits, 512) << "300 nats are 433 bits";
  EXPECT_EQ(only(nearly_tied(300, 1 + 0x1p-11), fp16).how, How::ExactTie) << "the third key has the same mean";
}

TEST(Rounding, TheCapLeavesItUndecidedWithAnEnclosure) {
  const Rounded open = only(nearly_tied(300, 2), dtype("fp16"), 256);
  EXPECT_EQ(open.how, How::Undecided);
  EXPECT_LE(open.lower, 1 + 0x1p-11);
  EXPECT_GE(open.upper, 1 + 0x1p-11);
  EXPECT_EQ(open.precision_bits, 256);
}

TEST(Rounding, ASinkIsAKeyWithValueZero) {
  // The smallest subnormal of fp16: half of it is a midpoint, and zero is even.
  SmallRow row = row_of_scores({1}, {0x1p-24});
  row.sink = 1;
  EXPECT_EQ(rational_outputs(row.data())[0], mpq_class(0x1p-25));
  EXPECT_EQ(only(row, dtype("fp16")).value, 0);
  row.sink = 0.5;
  EXPECT_EQ(rational_outputs(row.data())[0], std::nullopt);
  EXPECT_EQ(only(row, dtype("fp16")).value, 0x1p-24);
}

TEST(Rounding, DroppedKeysCountInTheMean) {
  SmallRow row = row_of_scores({0, 0}, {1 + 0x1p-10, 7});
  row.problem.dropout = {.probability = 0.75, .training = true};
  row.keep = {1, 0};
  EXPECT_EQ(rational_outputs(row.data())[0], mpq_class(2 * (1 + 0x1p-10)));  // (1/2) v / (1 - 3/4)
  row.values[0] = {0x1p-24 * 3};
  row.problem.dropout.probability = 0.0;
  EXPECT_EQ(only(row, dtype("fp16")).value, 0x1p-24 * 2) << "1.5 smallest subnormals go to the even one";
}

TEST(Rounding, BiasCanOnlyTieScoresWhereTheScaleIsRational) {
  SmallRow row;
  row.problem.scale = 0.5;
  row.query = {1, 1};
  row.keys = {{1, 0}, {2, 1}};  // raw scores 0.5 and 1.5
  row.values = {{1}, {1 + 0x1p-10}};
  row.bias = {1, 0};
  row.see_all();
  EXPECT_EQ(rational_outputs(row.data())[0], mpq_class(1 + 0x1p-11));
  EXPECT_EQ(only(row, dtype("fp16")).value, 1);
  row.problem.scale.reset();  // 1/sqrt(2): sigma (3 - 1) = 1 has no solution
  EXPECT_EQ(rational_outputs(row.data())[0], std::nullopt);
  row.bias = {1, 1};
  row.keys[1] = {0, 1};
  EXPECT_EQ(only(row, dtype("fp16")).how, How::ExactTie);
  row.bias[1] = std::nextafter(1.0, 2.0);
  EXPECT_EQ(rational_outputs(row.data())[0], std::nullopt);
}

TEST(Rounding, BiasAndAlibiAreAddedExactly) {
  SmallRow row = row_of_scores({0, 0}, {1, 2});
  row.bias = {1, 1};
  row.alibi = {0x1p-60, 0};  // 1 + 2^-60 is not a double
  EXPECT_EQ(rational_outputs(row.data())[0], std::nullopt);
}

TEST(Rounding, EqualRawScoresTieUnderASoftCap) {
  SmallRow row = row_of_scores({3, 3}, {1, 1 + 0x1p-10});
  row.problem.softcap = 5;
  EXPECT_EQ(only(row, dtype("fp16")).how, How::ExactTie);
  EXPECT_EQ(only(row, dtype("fp16")).value, 1);
  row.problem.convention.cap_order = CapOrder::AfterBias;
  row.bias = {1, 1};
  EXPECT_EQ(only(row, dtype("fp16")).how, How::ExactTie);
}

TEST(Rounding, AnExactZeroIsZeroInEveryFormat) {
  for (const char* name : {"fp64", "fp32", "fp16", "bf16", "e4m3", "e5m2"})
    EXPECT_EQ(only(tied_row({1, -1}), dtype(name)).value, 0) << name;
}

TEST(Rounding, ValuesBelowTheSmallestSubnormalAreComparedWithItsHalf) {
  const FloatFormat& fp16 = dtype("fp16");
  const double smallest = 0x1p-24;
  EXPECT_EQ(only(row_of_scores({0, 0, 0, 0}, {smallest, smallest, smallest, 0}), fp16).value, smallest);
  EXPECT_EQ(only(row_of_scores({0, 0, 0, 0}, {smallest, smallest, 0, 0}), fp16).value, 0);
  const std::vector<double> scores{0, 0, -500};
  EXPECT_EQ(only(row_of_scores(scores, {smallest, 0, smallest}), fp16).value, smallest) << "a little above the half";
  EXPECT_EQ(only(row_of_scores(scores, {smallest, 0, -smallest}), fp16).value, 0) << "a little below";
  EXPECT_EQ(only(row_of_scores({0, -2000}, {0, 1}), dtype("fp64")).value, 0) << "positive, but below every double";
}

TEST(Rounding, OverflowRoundsByTheFormat) {
  SmallRow row = row_of_scores({0}, {65504});
  row.problem.dropout = {.probability = 0.5, .training = true};
  row.keep = {1};
  EXPECT_EQ(only(row, dtype("fp16")).value, HUGE_VAL);
  EXPECT_TRUE(std::isnan(only(row, dtype("e4m3")).value)) << "the format has no infinity";
}

TEST(Rounding, MeansOfEmptyRowsAreRationalToo) {
  SmallRow row = row_of_scores({0, 0}, {1, 1 + 0x1p-10});
  row.visible = {};
  row.problem.convention.empty_row = EmptyRow::Mean;
  EXPECT_EQ(only(row, dtype("fp16")).value, 1);
  row.problem.convention.empty_row = EmptyRow::Nan;
  EXPECT_TRUE(std::isnan(only(row, dtype("fp16")).value));
  EXPECT_EQ(round_lse(row.data(), dtype("fp32")).value, -HUGE_VAL);
}

TEST(Rounding, TheLseOfOneKeyIsItsScore) {
  SmallRow row;
  row.query = {1, 1, 1, 1};
  row.keys = {{1, 1 + 0x1p-10, 0, 0}};  // sigma = 1/2: exactly 1 + 2^-11, the midpoint
  row.values = {{1}};
  row.see_all();
  EXPECT_EQ(rational_lse(row.data()), mpq_class(1 + 0x1p-11));
  EXPECT_EQ(round_lse(row.data(), dtype("fp16")).value, 1);
  row.query = {1, 1};
  row.keys = {{1, 1}};  // 2/sqrt(2) is irrational
  EXPECT_EQ(rational_lse(row.data()), std::nullopt);
  EXPECT_EQ(round_lse(row.data(), dtype("fp64")).value, std::sqrt(2.0));
}

TEST(Rounding, TheBaseTwoLseOfAPowerOfTwoOfZeroScoresIsAnInteger) {
  SmallRow row = row_of_scores({0, 0, 0}, {1, 2, 3});
  row.sink = 0;
  row.problem.convention.lse_base = LseBase::Two;
  EXPECT_EQ(rational_lse(row.data()), mpq_class(2));
  EXPECT_EQ(round_lse(row.data(), dtype("fp64")).value, 2);
  row.sink.reset();
  EXPECT_EQ(rational_lse(row.data()), std::nullopt) << "log2 3";
  EXPECT_EQ(rational_lse(row_of_scores({1, 1}, {0, 0}).data()), std::nullopt) << "1 + ln 2";
}

}  // namespace
}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
//
// Both tiers of the reference against the Arb oracle, which derives everything anew: a failure is a pair of disjoint
// enclosures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>

#include "reference/exact/second_opinion/arb_oracle.hpp"
#include "reference/exact/second_opinion/cross_cases.hpp"
#include "reference/exact/double_tier.hpp"
#include "reference/exact/interval_tier.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::uint64_t seed = 20240611;

const CrossCases& cross_cases() {
  static const CrossCases cases = make_cross_cases(2400, seed);
  return cases;
}

struct Enclosed {
  double centre, radius;
};

bool disjoint(const OracleInterval& oracle, const Enclosed& ours) {
  if (std::isnan(ours.centre) || std::isnan(oracle.lower)) return std::isnan(ours.centre) != std::isnan(oracle.lower);
  if (std::isinf(ours.centre)) return oracle.lower != ours.centre || oracle.upper != ours.centre;
  return oracle.upper < std::nextafter(ours.centre - ours.radius, -infinity) ||
         oracle.lower > std::nextafter(ours.centre + ours.radius, infinity);
}

/// No ball of doubles holds what lies beyond the largest of them.
bool beyond_doubles(const OracleRow& oracle) {
  const auto beyond = [](const OracleInterval& x) {
    return x.lower != x.upper && (std::isinf(x.lower) || std::isinf(x.upper));
  };
  return beyond(oracle.lse) || std::ranges::any_of(oracle.out, beyond);
}

struct Counts {
  std::size_t rows = 0, undecided = 0, numbers = 0, disjoint = 0, narrow = 0;

  void add(const OracleRow& oracle, const RowResult& ours) {
    ++rows;
    undecided += !ours.decided && !beyond_doubles(oracle);
    if (!ours.decided) return;
    add(oracle.lse, {ours.lse, ours.lse_radius});
    for (std::size_t c = 0; c < ours.out.size(); ++c) add(oracle.out[c], {ours.out[c], ours.out_radius[c]});
  }
  /// Narrow: a statement about eight digits at least, so that agreement says something.
  void add(const OracleInterval& oracle, const Enclosed& ours) {
    ++numbers;
    disjoint += reference::disjoint(oracle, ours);
    narrow += !(ours.radius > 0x1p-27 * std::fabs(ours.centre));
  }
};

/// At most eight rows of a case, spread over it.
std::vector<RowIndex> some_rows(const CaseRows& rows) {
  const std::vector<RowIndex> all = rows.indices();
  std::vector<RowIndex> some;
  const std::size_t step = std::max<std::size_t>(all.size() / 8 | 1, 1);
  for (std::size_t n = 0; n < all.size(); n += step) some.push_back(all[n]);
  return some;
}

using Tier = std::function<RowResult(const RowData&)>;
using Reading = std::function<void(Problem&)>;

/// The oracle reads the problem after `reading` has changed it, the tiers as it is.
std::vector<Counts> compare(const CrossCase& cross, const std::vector<Tier>& tiers, const Reading& reading) {
  const Inputs inputs = cross.inputs();
  const CaseRows rows(cross.the_case.problem, inputs);
  Problem read = cross.the_case.problem;
  reading(read);
  std::vector<Counts> counts(tiers.size());
  for (const RowIndex& index : some_rows(rows)) {
    const RowData row = rows.row(index);
    const OracleRow oracle = oracle_row(read, inputs, index.batch, index.head, index.query);
    for (std::size_t t = 0; t < tiers.size(); ++t) counts[t].add(oracle, tiers[t](row));
  }
  return counts;
}

RowResult by_intervals(const RowData& row) { return enclose_by_intervals(row); }

TEST(CrossCheck, EveryPairOfFeaturesOccurs) {
  const CrossCases& cross = cross_cases();
  EXPECT_GE(cross.cases.size(), 2000u);
  EXPECT_EQ(cross.covered, cross.pairs);
  std::printf("%zu cases, seed %llu: %zu of %zu pairs of choices of %zu features\n", cross.cases.size(),
              static_cast<unsigned long long>(seed), cross.covered, cross.pairs, cross.features);
}

TEST(CrossCheck, NoEnclosureIsDisjointFromTheOracles) {
  Counts totals[2];
  const char* const names[2] = {"intervals", "doubles"};
  for (const CrossCase& cross : cross_cases().cases) {
    const std::vector<Counts> counts = compare(cross, {by_intervals, enclose_by_doubles}, [](Problem&) {});
    for (std::size_t t = 0; t < 2; ++t) {
      EXPECT_EQ(counts[t].disjoint, 0u) << names[t] << ": " << to_text(cross);
      totals[t].rows += counts[t].rows;
      totals[t].undecided += counts[t].undecided;
      totals[t].numbers += counts[t].numbers;
      totals[t].narrow += counts[t].narrow;
    }
  }
  for (std::size_t t = 0; t < 2; ++t) {
    std::printf("%-9s: %zu rows, %zu undecided, %zu numbers compared, %zu known to eight digits\n", names[t],
                totals[t].rows, totals[t].undecided, totals[t].numbers, totals[t].narrow);
    EXPECT_GT(10 * totals[t].narrow, 9 * totals[t].numbers) << names[t];
  }
  // The double tier leaves rows of special numbers to the intervals.
  EXPECT_EQ(totals[0].undecided, 0u);
  EXPECT_LT(2 * totals[1].undecided, totals[1].rows);
}

struct Mistake {
  const char* what;
  Reading reading;
};

std::vector<Mistake> mistakes() {
  const auto flip = [](auto& value, auto one, auto other) { value = value == one ? other : one; };
  return {
      {"top-left for bottom-right, and the reverse",
       [=](Problem& p) { flip(p.convention.anchor.kind, Anchor::Kind::TopLeft, Anchor::Kind::BottomRight); }},
      {"causal ignored", [](Problem& p) { p.causal = false; }},
      {"the past ignored", [](Problem& p) { p.past = 0; }},
      {"the window's ends read the other way",
       [=](Problem& p) { flip(p.convention.window_count, WindowCount::Inclusive, WindowCount::CountsSelf); }},
      {"one key more on the left",
       [](Problem& p) {
         if (p.window.left) ++*p.window.left;
       }},
      {"key lengths ignored", [](Problem& p) { p.key_lengths = false; }},
      {"segments ignored", [](Problem& p) { p.segments = false; }},
      {"mask polarity", [=](Problem& p) { flip(p.convention.mask_true, MaskTrue::Visible, MaskTrue::Hidden); }},
      {"bias ignored", [](Problem& p) { p.bias.reset(); }},
      {"head map", [=](Problem& p) { flip(p.convention.head_map, HeadMap::Grouped, HeadMap::Interleaved); }},
      {"scale 1 / sqrt(value_dim)",
       [](Problem& p) { p.scale = 1 / std::sqrt(static_cast<double>(p.extents.value_dim)); }},
      {"soft cap ignored", [](Problem& p) { p.softcap.reset(); }},
      {"cap order", [=](Problem& p) { flip(p.convention.cap_order, CapOrder::BeforeBias, CapOrder::AfterBias); }},
      {"ALiBi ignored", [](Problem& p) { p.alibi = false; }},
      {"sinks ignored", [](Problem& p) { p.sinks = false; }},
      {"dropout not applied in training", [](Problem& p) { p.dropout.training = false; }},
      {"dropout's scale with another p", [](Problem& p) { p.dropout.probability = 0.25; }},
      {"base of the log-sum-exp", [=](Problem& p) { flip(p.convention.lse_base, LseBase::E, LseBase::Two); }},
      {"empty rows zero for NaN, and the reverse",
       [=](Problem& p) { flip(p.convention.empty_row, EmptyRow::Zero, EmptyRow::Nan); }},
      {"empty rows' log-sum-exp",
       [=](Problem& p) { flip(p.convention.empty_lse, EmptyLse::MinusInfinity, EmptyLse::PlusInfinity); }},
  };
}

TEST(CrossCheck, EveryPlantedMisreadingGivesDisjointEnclosures) {
  for (const Mistake& mistake : mistakes()) {
    std::size_t cases = 0, caught = 0;
    for (const CrossCase& cross : cross_cases().cases) {
      Problem read = cross.the_case.problem;
      mistake.reading(read);
      if (read == cross.the_case.problem) continue;
      caught += compare(cross, {enclose}, mistake.reading)[0].disjoint != 0;
      if (++cases == 40) break;
    }
    EXPECT_GT(caught, 0u) << mistake.what;
    std::printf("%-45s disjoint in %zu of %zu cases\n", mistake.what, caught, cases);
  }
}

}  // namespace
}  // namespace assay::reference

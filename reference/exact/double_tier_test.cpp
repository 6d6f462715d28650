// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/double_tier.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/exact/exact_dots.hpp"
#include "reference/exact/interval_tier.hpp"
#include "reference/model/case/case.hpp"

namespace assay::reference {
namespace {

const char* const lines[] = {
    "b=1 hq=2 tq=3 tk=37 dk=16 dv=8 dtype=fp32 lse=1 seed=1",
    "b=1 hq=2 tq=3 tk=41 dk=16 dv=8 dtype=bf16 lse=1 seed=2 scores=peaked values=positive",
    "b=1 hq=2 tq=3 tk=29 dk=64 dv=5 dtype=fp16 lse=1 seed=3 scores=outliers values=outliers convention=torch "
    "lse_base=2",
    "b=1 hq=2 tq=3 tk=29 dk=12 dv=5 dtype=fp32 lse=1 seed=4 scores=cancelling:8 values=cancelling softcap=5 sinks=1",
    "b=1 hq=2 tq=5 tk=23 dk=12 dv=5 dtype=fp32 lse=1 seed=5 bias=11qk alibi=1 causal=bottom-right dropout=0.3 "
    "mode=train",
    "b=1 hq=1 tq=2 tk=64 dk=8 dv=4 dtype=fp32 lse=1 seed=6 scores=offset:-300 values=offset",
    "b=1 hq=1 tq=2 tk=33 dk=8 dv=4 dtype=fp32 lse=1 seed=7 scores=extremes values=tiny bias=b1qk cap_order=after-bias "
    "softcap=30",
    "b=1 hq=1 tq=2 tk=33 dk=8 dv=4 dtype=fp32 lse=1 seed=8 scores=one-hot values=huge",
    "b=1 hq=1 tq=2 tk=17 dk=8 dv=4 dtype=fp64 lse=1 seed=9 scores=peaked scale=0.7",
};

/// |a - b| minus what the two radii explain; positive means disjoint enclosures.
double gap(double a, double radius_a, double b, double radius_b) { return std::fabs(a - b) - radius_a - radius_b; }

struct Comparison {
  int elements = 0;
  int decided = 0;
  double gap_max = -1;   ///< above 0: the double tier contradicts the intervals
  double usage_max = 0;  ///< largest |difference| / radius
};

Comparison compare(const char* line, double radius_factor) {
  const Case c = parse_case(line);
  const Inputs inputs = make_inputs(c);
  const CaseRows rows(c.problem, inputs);
  Comparison result;
  for (const RowIndex& index : rows.indices()) {
    const RowData row = rows.row(index);
    const RowResult fast = enclose_by_doubles(row);
    const RowResult sure = enclose_by_intervals(row);
    result.decided += fast.decided;
    for (std::size_t n = 0; fast.decided && n <= fast.out.size(); ++n) {
      const bool lse = n == fast.out.size();
      const double centre = lse ? fast.lse : fast.out[n],
                   radius = radius_factor * (lse ? fast.lse_radius : fast.out_radius[n]);
      const double truth = lse ? sure.lse : sure.out[n], truth_radius = lse ? sure.lse_radius : sure.out_radius[n];
      result.gap_max = std::max(result.gap_max, gap(centre, radius, truth, truth_radius));
      if (radius > 0) result.usage_max = std::max(result.usage_max, std::fabs(centre - truth) / radius);
      ++result.elements;
    }
  }
  return result;
}

TEST(DoubleTier, EnclosuresMeetTheIntervals) {
  for (const char* line : lines) {
    const Comparison result = compare(line, 1);
    EXPECT_GT(result.decided, 0) << line;
    EXPECT_LE(result.gap_max, 0) << line;
  }
}

TEST(DoubleTier, ARadiusShrunkFarBelowItsDerivationIsCaught) {
  double gap_max = -1;
  for (const char* line : lines) gap_max = std::max(gap_max, compare(line, 1e-3).gap_max);
  EXPECT_GT(gap_max, 0);
}

TEST(DoubleTier, LeavesWhatItCannotBoundToTheIntervals) {
  const Case c = parse_case("b=1 hq=1 tq=1 tk=9 dk=8 dv=4 dtype=fp32 seed=8 scores=peaked:1e18");
  const Inputs inputs = make_inputs(c);
  const RowData row = CaseRows(c.problem, inputs).row({0, 0, 0});
  EXPECT_FALSE(enclose_by_doubles(row).decided);
  EXPECT_TRUE(enclose(row).decided);
}

TEST(ExactDots, HoldForSixteenBitInputsAndNotForFloat32) {
  const auto exact = [](const char* line) {
    const Case c = parse_case(line);
    const Inputs inputs = make_inputs(c);
    return exact_dots(CaseRows(c.problem, inputs).row({0, 0, 0}));
  };
  EXPECT_TRUE(exact("b=1 hq=1 tq=1 tk=50 dk=64 dtype=bf16 seed=1"));
  EXPECT_TRUE(exact("b=1 hq=1 tq=1 tk=50 dk=64 dtype=e4m3 seed=1"));
  EXPECT_FALSE(exact("b=1 hq=1 tq=1 tk=50 dk=64 dtype=fp32 seed=1"));
}

}  // namespace
}  // namespace assay::reference

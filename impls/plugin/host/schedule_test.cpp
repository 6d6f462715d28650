// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/host/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace assay::impls::sandbox {
namespace {

/// Kernels on the host: with and without strides, small and large problems, numbers and runs.
template <class Visit>
void for_each_situation(Visit visit) {
  for (const bool any_strides : {false, true})
    for (const bool small : {false, true})
      for (std::uint64_t numbers = 0; numbers < 64; ++numbers)
        for (std::uint64_t run = 0; run < 8; ++run)
          visit(Situation{.any_strides = any_strides, .small = small, .numbers = numbers, .run = run});
}

TEST(Schedule, EveryRunGuardsBothEnds) {
  for_each_situation([](const Situation& situation) {
    const std::vector<Layout> layouts = schedule(situation).layouts;
    EXPECT_TRUE(std::ranges::any_of(layouts, &Layout::right));
    EXPECT_FALSE(std::ranges::all_of(layouts, &Layout::right));
    EXPECT_EQ(std::ranges::any_of(layouts, &Layout::sliced), situation.any_strides);
    EXPECT_EQ(layouts.size(), situation.small && situation.any_strides ? 4u : 2u);
  });
}

TEST(Schedule, TheKeptCallHasTheSameLayoutInEveryRunOfTheSameNumbers) {
  for_each_situation([](Situation situation) {
    const Schedule now = schedule(situation);
    situation.run = 0;
    const Schedule first = schedule(situation);
    EXPECT_EQ(now.layouts[now.kept], first.layouts[first.kept]);
  });
}

TEST(Schedule, WhatAlternatesFromCallToCallAlternatesFromRunToRun) {
  for_each_situation([](Situation situation) {
    const auto is_odd = [&] {
      const Schedule made = schedule(situation);
      return (situation.run * made.layouts.size() + made.kept) % 2 != 0;
    };
    const bool before = is_odd();
    ++situation.run;
    EXPECT_NE(is_odd(), before);
  });
}

TEST(Schedule, TheNumbersChooseAnyLayoutAndAnyCall) {
  for (const bool any_strides : {false, true}) {
    std::set<std::pair<std::size_t, bool>> kept;  // the call, and whether it ends at a guard
    for (std::uint64_t numbers = 0; numbers < 64; ++numbers) {
      const Schedule made = schedule({.any_strides = any_strides, .numbers = numbers});
      kept.insert({made.kept, made.layouts[made.kept].right});
    }
    EXPECT_EQ(kept.size(), 4u);
  }
}

TEST(Schedule, ADeviceIsCalledOnceUnlessOneCallIsTooFew) {
  EXPECT_EQ(schedule({.host = false}).layouts.size(), 1u);
  EXPECT_EQ(schedule({.host = false, .twice = true}).layouts.size(), 2u);
}

}  // namespace
}  // namespace assay::impls::sandbox

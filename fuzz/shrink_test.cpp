// SPDX-License-Identifier: Apache-2.0
#include "fuzz/shrink.hpp"

#include <gtest/gtest.h>

#include "properties/cases/generate.hpp"

namespace assay::fuzz {
namespace {

using properties::Holds;
using properties::random_case;
using properties::Violated;

Trial violated() { return {reference_check, Violated{}, 0}; }

/// A made-up kernel that fails exactly where the condition holds.
auto fails_where(bool (*condition)(const Case&)) {
  return [condition](const Case& c) { return condition(c) ? violated() : Trial{reference_check, Holds{}, 0}; };
}

std::string shrunk_line(bool (*condition)(const Case&)) {
  const auto again = fails_where(condition);
  for (std::uint64_t n = 0;; ++n) {
    const Case start = random_case(1, n);
    if (!condition(start)) continue;
    const Shrunk shrunk = shrink(start, violated(), again, 20'000);
    EXPECT_TRUE(shrunk.complete);
    return to_text(shrunk.smallest);
  }
}

TEST(Shrink, FindsTheSmallestExtent) {
  EXPECT_EQ(shrunk_line([](const Case& c) { return c.problem.extents.key_length > 16; }),
            "b=1 hq=1 hkv=1 tq=1 tk=17 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 data.query=0 data.value=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
}

TEST(Shrink, TakesNoCaseOnWhichTheKernelIsNotCalled) {
  const Case start = random_case(1, 0);
  const Trial hang{reference_check, properties::Faulted{properties::FaultKind::Hang, "no answer within 10 s"}, 0};
  const auto again = [](const Case&) {
    return Trial{reference_check,
                 properties::Faulted{properties::FaultKind::NotCalled, "it used up its time in 5 calls before"}, 0};
  };
  EXPECT_EQ(to_text(shrink(start, hang, again, 100).smallest), to_text(start));
}

TEST(Shrink, KeepsEqualExtentsTogether) {
  EXPECT_EQ(shrunk_line([](const Case& c) {
              const Extents& e = c.problem.extents;
              return c.problem.mask && e.batch == e.query_length && e.batch > 1;
            }),
            "b=2 hq=1 hkv=1 tq=2 tk=1 dk=1 dv=1 dtype=fp32 mask=1111 convention=torch recipe=r1 seed=0"
            " data.key=0,0 data.mask=0 data.query=0,0,0,0 data.value=0,0");
}

TEST(Shrink, KeepsTheNeededFeaturesAndDropsTheRest) {
  EXPECT_EQ(shrunk_line([](const Case& c) {
              return c.problem.causal && c.problem.extents.query_heads > c.problem.extents.key_heads;
            }),
            "b=1 hq=2 hkv=1 tq=1 tk=1 dk=1 dv=1 dtype=fp32 causal=top-left convention=torch recipe=r1 seed=0"
            " data.key=0 data.query=0,0 data.value=0");
}

TEST(Shrink, FindsThePlainestElement) {
  EXPECT_EQ(shrunk_line([](const Case& c) {
              const Tensor value = make_inputs(c).value;
              const bool there = value.size() > 0;
              return there && value.get({0, 0, 0, 0}) > 2.5;
            }),
            "b=1 hq=1 hkv=1 tq=1 tk=1 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=0 data.query=0 data.value=3");
}

TEST(Shrink, KeepsTheLargeNumberThatTheFailureNeeds) {
  EXPECT_EQ(shrunk_line([](const Case& c) {
              const Inputs inputs = make_inputs(c);
              const bool there = inputs.query.size() > 0 && inputs.key.size() > 0;
              return there && inputs.query.get({0, 0, 0, 0}) * inputs.key.get({0, 0, 0, 0}) > 88;
            }),
            "b=1 hq=1 hkv=1 tq=1 tk=1 dk=1 dv=1 dtype=fp32 convention=torch recipe=r1 seed=0"
            " data.key=89 data.query=1 data.value=0");
}

TEST(Shrink, KeepsTheVerdictAndTheCheck) {
  const Case start = random_case(1, 1);
  const auto other_verdict = [](const Case&) { return Trial{reference_check, properties::Faulted{}, 0}; };
  EXPECT_EQ(shrink(start, violated(), other_verdict, 100).smallest, start);
  const auto other_check = [](const Case&) { return Trial{"repeatable", Violated{}, 0}; };
  EXPECT_EQ(shrink(start, violated(), other_check, 100).smallest, start);
}

TEST(Shrink, StopsAtItsLimitAndSaysSo) {
  const auto always = [](const Case&) { return violated(); };
  const Shrunk shrunk = shrink(random_case(1, 1), violated(), always, 1);
  EXPECT_EQ(shrunk.evaluations, 1);
  EXPECT_FALSE(shrunk.complete);
}

}  // namespace
}  // namespace assay::fuzz

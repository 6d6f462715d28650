// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/simplify.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "properties/cases/generate.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {
namespace {

/// Small cases: many of their tensors can be written out.
std::vector<Case> small_cases(std::uint64_t count) {
  std::vector<Case> cases;
  for (std::uint64_t n = 0; n < count; ++n) cases.push_back(random_case(5, n, {.length_max = 4, .head_dim_max = 3}));
  return cases;
}

TEST(Simplify, EveryCandidateIsValidAndStrictlySimpler) {
  std::size_t written_out = 0;
  for (const Case& start : small_cases(40)) {
    for (const Case& candidate : simpler_candidates(start)) {
      ASSERT_TRUE(simpler(candidate, start)) << to_text(candidate) << "\nfrom " << to_text(start);
      ASSERT_FALSE(simpler(start, candidate));
      ASSERT_NO_THROW(make_inputs(candidate)) << to_text(candidate) << "\nfrom " << to_text(start);
      written_out += candidate.recipe.data.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(written_out, 100u);
}

TEST(Simplify, CandidatesAreReadBackFromTheirLines) {
  for (const Case& start : small_cases(20)) {
    for (const Case& candidate : simpler_candidates(start)) {
      EXPECT_EQ(to_text(parse_case(to_text(candidate))), to_text(candidate));
    }
  }
}

TEST(Simplify, WritingTensorsOutChangesNoElement) {
  for (const Case& start : small_cases(40)) {
    for (const Case& candidate : simpler_candidates(start)) {
      const bool only_written_out = candidate.problem == start.problem && !candidate.recipe.data.empty() &&
                                    candidate.recipe.seed == start.recipe.seed;
      if (!only_written_out) continue;
      const Inputs before = make_inputs(start);
      const Inputs after = make_inputs(candidate);
      EXPECT_EQ(after, before) << to_text(candidate);
    }
  }
}

TEST(Simplify, TheOrderIsTotal) {
  std::vector<Case> cases = small_cases(40);
  const std::vector<Case> neighbours = simpler_candidates(cases[7]);
  ASSERT_GT(neighbours.size(), 20u);
  cases.insert(cases.end(), neighbours.begin(), neighbours.begin() + 20);
  for (const Case& a : cases) {
    for (const Case& b : cases) {
      const bool same = to_text(a) == to_text(b);
      ASSERT_EQ(simpler(a, b) + simpler(b, a), same ? 0 : 1) << to_text(a) << "\n" << to_text(b);
    }
  }
  std::sort(cases.begin(), cases.end(), simpler);
  for (std::size_t n = 0; n + 2 < cases.size(); ++n) {
    EXPECT_FALSE(simpler(cases[n + 2], cases[n])) << "not transitive";
  }
}

TEST(Simplify, ExtentsCountBeforeFeaturesAndFeaturesBeforeNumbers) {
  const Case plain = parse_case("b=1 hq=1 tq=2 tk=3 dk=2 dtype=fp32 recipe=r1 seed=9");
  const Case causal = parse_case("b=1 hq=1 tq=2 tk=2 dk=2 dtype=bf16 causal=top-left recipe=r1 seed=0");
  const Case other_seed = parse_case("b=1 hq=1 tq=2 tk=3 dk=2 dtype=fp32 lse=1 recipe=r1 seed=0");
  EXPECT_TRUE(simpler(causal, plain));
  EXPECT_TRUE(simpler(plain, other_seed));
}

TEST(Simplify, AWalkThatTakesTheMostTimidStepEnds) {
  Case walker = random_case(5, 3, {.length_max = 3, .head_dim_max = 2});
  int steps = 0;
  for (auto next = simpler_candidates(walker); !next.empty(); next = simpler_candidates(walker)) {
    walker = next.back();
    ASSERT_LT(++steps, 5000);
  }
  EXPECT_EQ(walker.problem, plain_problem({}, "fp32"));
  for (const auto& [name, elements] : walker.recipe.data) EXPECT_EQ(elements, std::vector<double>{0}) << name;
}

TEST(Simplify, BoldestComesFirst) {
  const Case start = random_case(5, 4, {.length_max = 200});
  ASSERT_FALSE(simpler_candidates(start).empty());
  EXPECT_EQ(simpler_candidates(start).front().problem.extents, Extents{});
}

}  // namespace
}  // namespace assay::properties

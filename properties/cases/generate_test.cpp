// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/rapidcheck_case.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <numeric>
#include <set>
#include <string>

#include "reference/model/inputs.hpp"

namespace assay::properties {
namespace {

constexpr std::uint64_t sample = 4000;

TEST(RandomCase, IsAFunctionOfSeedAndIndexAlone) {
  const std::string line = to_text(random_case(7, 123));
  random_case(7, 124);
  EXPECT_EQ(to_text(random_case(7, 123)), line);
  EXPECT_NE(to_text(random_case(8, 123)), line);
  EXPECT_NE(to_text(random_case(7, 122)), line);
  EXPECT_NE(to_text(random_case(7, 123 + (std::uint64_t{1} << 32))), line);
}

TEST(RandomCase, LinesReadBackAsTheSameCase) {
  for (std::uint64_t n = 0; n < 500; ++n) {
    const Case the_case = random_case(1, n);
    EXPECT_EQ(parse_case(to_text(the_case)), the_case) << to_text(the_case);
  }
}

TEST(RandomCase, TensorsCanBeMade) {
  for (std::uint64_t n = 0; n < 150; ++n) {
    const Case the_case = random_case(2, n, {.length_max = 40, .head_dim_max = 16});
    EXPECT_NO_THROW(make_inputs(the_case)) << to_text(the_case);
  }
}

TEST(RandomCase, KeepsToItsLimits) {
  const CaseLimits limits{.length_max = 20, .head_dim_max = 8, .work_max = 5000, .dtypes = {"bf16"}};
  for (std::uint64_t n = 0; n < 500; ++n) {
    const Problem p = random_case(3, n, limits).problem;
    EXPECT_EQ(p.dtype, dtype("bf16"));
    EXPECT_LE(p.extents.key_length, 20 + 17);
    EXPECT_LE(p.extents.head_dim, 8 + 17);
  }
}

TEST(RandomCase, MeetsEveryFillMaskPatternLayoutAndDtype) {
  std::set<std::string> met;
  for (std::uint64_t n = 0; n < sample; ++n) {
    const Case c = random_case(4, n);
    met.insert({"scores " + c.recipe.scores.name, "values " + c.recipe.values.name, "hidden " + c.recipe.hidden,
                "masks " + c.recipe.masks, "layout " + c.recipe.layout, "dtype " + std::string(c.problem.dtype.name)});
  }
  const auto expect_all = [&](const std::string& kind, const std::vector<FillInfo>& table) {
    for (const FillInfo& info : table) EXPECT_TRUE(met.contains(kind + " " + std::string(info.name))) << info.name;
  };
  expect_all("scores", score_fills());
  expect_all("values", value_fills());
  expect_all("hidden", hidden_fills());
  expect_all("masks", mask_fills());
  expect_all("layout", layouts());
  for (const FloatFormat& format : all_dtypes()) EXPECT_TRUE(met.contains("dtype " + std::string(format.name)));
}

/// How many of the sample show each trigger that public bug reports needed.
std::map<std::string, std::uint64_t> trigger_counts() {
  std::map<std::string, std::uint64_t> counts;
  for (std::uint64_t n = 0; n < sample; ++n) {
    const Problem p = random_case(6, n).problem;
    const Extents& e = p.extents;
    const auto count = [&](const char* name, bool there) { counts[name] += there ? 1 : 0; };
    count("coprime", std::gcd(e.query_length, e.key_length) == 1 && std::gcd(e.key_length, e.head_dim) == 1 &&
                         std::gcd(e.query_length, e.head_dim) == 1);
    count("longer than two tiles of 128", e.key_length > 256);
    count("one past a tile of 16", e.key_length == 17);
    count("one past a tile of 128", e.key_length == 129);
    count("mask trap", p.mask && p.mask->has[0] && !p.mask->has[2] && e.batch == e.query_length && e.batch > 1);
    count("grouped heads", e.query_heads > e.key_heads && e.key_heads > 1);
    count("other value size", e.value_dim != e.head_dim);
    count("causal, lengths differ", p.causal && e.query_length != e.key_length);
    count("one query", e.query_length == 1 && e.key_length > 1);
    count("no keys", e.key_length == 0);
    count("mask and causal", p.mask && p.causal);
    count("nothing but numbers", p.convention == convention_preset("torch") && !p.causal && !p.mask && !p.bias);
  }
  return counts;
}

TEST(RandomCase, EveryTriggerIsMetOften) {
  for (const auto& [name, count] : trigger_counts()) EXPECT_GE(count, 10u) << name;
  EXPECT_GE(trigger_counts()["coprime"], sample * 2 / 5);
}

RC_GTEST_PROP(ArbitraryCase, IsValidAndRoundTrips, ()) {
  const Case the_case = *arbitrary_case();
  validate(the_case.problem);
  const bool same = parse_case(to_text(the_case)) == the_case;
  RC_ASSERT(same);
}

TEST(ArbitraryCase, ShrinksAreTheSimplerCandidates) {
  const auto shrinkable = arbitrary_case()(rc::Random(3), 100);
  const auto expected = simpler_candidates(shrinkable.value());
  auto shrinks = shrinkable.shrinks();
  for (std::size_t n = 0; n < 5; ++n) EXPECT_EQ(to_text(shrinks.next()->value()), to_text(expected.at(n)));
}

}  // namespace
}  // namespace assay::properties

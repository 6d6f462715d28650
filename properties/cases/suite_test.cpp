// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/suite.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

#include "properties/cases/suite_texts.hpp"
#include "reference/model/contract.hpp"

namespace assay::properties {
namespace {

using Predicate = std::function<bool(const Case&)>;

const std::vector<Case>& standard() { return find_suite("standard").cases; }

std::int64_t count(const Predicate& predicate) {
  return std::count_if(standard().begin(), standard().end(), predicate);
}

bool filled(const Case& c, std::string_view scores) { return c.recipe.scores.name == scores; }
bool masked(const Case& c, std::string_view pattern) {
  const Problem& p = c.problem;
  return c.recipe.masks == pattern && (p.mask || p.bias || p.key_lengths || p.segments);
}

bool pairwise_coprime(const Extents& e) {
  const std::array extents{e.batch, e.query_heads, e.query_length, e.key_length, e.head_dim, e.value_dim};
  for (std::size_t a = 0; a < extents.size(); ++a) {
    for (std::size_t b = a + 1; b < extents.size(); ++b) {
      if (std::gcd(extents[a], extents[b]) != 1) return false;
    }
  }
  return true;
}

/// Nats that the largest score lies above the others, for the fills that place one.
double gap(const Case& c) {
  const bool placed = filled(c, "sink") || filled(c, "peak-last");
  return placed ? 8 * c.recipe.scores.amplitude : 0;
}

TEST(StandardSuite, HasFourHundredCasesAndEveryLineIsCanonical) {
  EXPECT_GE(standard().size(), 400u);
  for (const SuiteText& suite : suite_texts()) {
    std::string_view text = suite.text;
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (line.empty() || line[0] == '#') continue;
      EXPECT_EQ(to_text(parse_case(line)), line) << suite.name;
    }
  }
}

TEST(StandardSuite, HasNoCaseTwice) {
  std::set<std::string> lines;
  for (const Case& c : standard()) EXPECT_TRUE(lines.insert(to_text(c)).second) << to_text(c);
}

TEST(StandardSuite, StaysSmallEnoughForEveryDay) {
  std::int64_t pairs = 0;
  for (const Case& c : standard()) {
    const Extents& e = c.problem.extents;
    pairs += e.batch * e.query_heads * e.query_length * e.key_length;
  }
  EXPECT_LE(pairs, 25'000'000);
}

TEST(StandardSuite, HalfOfItHasPairwiseCoprimeExtentsSoThatNoTwoAxesCanBeMixedUp) {
  EXPECT_GE(2 * count([](const Case& c) { return pairwise_coprime(c.problem.extents); }),
            static_cast<std::int64_t>(standard().size()));
}

TEST(StandardSuite, UsesEveryGeneratorThreeTimes) {
  for (const FillInfo& info : score_fills()) {
    EXPECT_GE(count([&](const Case& c) { return c.recipe.scores.name == info.name; }), 3) << info.name;
  }
  for (const FillInfo& info : value_fills()) {
    EXPECT_GE(count([&](const Case& c) { return c.recipe.values.name == info.name; }), 3) << info.name;
  }
  for (const FillInfo& info : hidden_fills()) {
    EXPECT_GE(count([&](const Case& c) { return c.recipe.hidden == info.name; }), 3) << info.name;
  }
  for (const FillInfo& info : mask_fills()) {
    EXPECT_GE(count([&](const Case& c) { return masked(c, info.name); }), 3) << info.name;
  }
  for (const FillInfo& info : layouts()) {
    EXPECT_GE(count([&](const Case& c) { return c.recipe.layout == info.name; }), 3) << info.name;
  }
  for (const FloatFormat& format : all_dtypes()) {
    EXPECT_GE(count([&](const Case& c) { return c.problem.dtype == format; }), 3) << format.name;
  }
  for (const std::string& preset : convention_presets()) {
    EXPECT_GE(count([&](const Case& c) { return c.problem.convention.preset == preset; }), 3) << preset;
  }
}

TEST(StandardSuite, HasLengthsAroundEveryUsualTile) {
  for (const std::int64_t tile : {16, 32, 64, 128}) {
    for (const std::int64_t length : {tile - 1, tile, tile + 1}) {
      EXPECT_GE(count([&](const Case& c) { return c.problem.extents.key_length == length; }), 3) << length;
    }
  }
  EXPECT_GE(count([](const Case& c) { return c.problem.extents.key_length == 1; }), 3);
  EXPECT_GE(count([](const Case& c) { return c.problem.extents.key_length > 256; }), 20);
}

struct Trigger {
  const char* name;
  Predicate shows;
};

void expect_three_of_each(const std::vector<Trigger>& triggers) {
  for (const Trigger& trigger : triggers) EXPECT_GE(count(trigger.shows), 3) << trigger.name;
}

bool near(double value, double wanted) { return value > wanted && value < wanted + 0.05; }

// The inputs that decide whether a fault shows at all (numerics.md#h5-inputs-on-which-faults-show).
TEST(StandardSuite, HasEveryTriggerOfTheScoresThreeTimes) {
  expect_three_of_each({
      {"row maximum in the first block", [](const Case& c) { return filled(c, "sink"); }},
      {"row maximum in the last block", [](const Case& c) { return filled(c, "peak-last"); }},
      {"row maximum at position b-1",
       [](const Case& c) { return filled(c, "peak-at") && static_cast<int>(c.recipe.scores.amplitude) % 16 == 15; }},
      {"row maximum at position b",
       [](const Case& c) { return filled(c, "peak-at") && static_cast<int>(c.recipe.scores.amplitude) % 16 == 0; }},
      {"a maximum change in every block",
       [](const Case& c) { return filled(c, "rising") && c.problem.extents.key_length > 64; }},
      {"no maximum change", [](const Case& c) { return filled(c, "falling"); }},
      {"a rescale below 2^-14", [](const Case& c) { return filled(c, "rising") && c.recipe.scores.amplitude >= 8; }},
      {"small scores", [](const Case& c) { return filled(c, "flat"); }},
      {"peaked scores", [](const Case& c) { return filled(c, "peaked"); }},
      {"scores beyond 88 of either sign",
       [](const Case& c) { return filled(c, "offset") && std::abs(c.recipe.scores.amplitude) > 88; }},
      {"scores all below a usual stand-in for minus infinity",
       [](const Case& c) { return filled(c, "offset") && c.recipe.scores.amplitude < -50000; }},
      {"one key with an enormous score",
       [](const Case& c) {
         return c.problem.extents.key_length == 1 && filled(c, "offset") && std::abs(c.recipe.scores.amplitude) > 1e9;
       }},
      {"queries scaled up by a power of two",
       [](const Case& c) { return filled(c, "normal") && c.recipe.scores.amplitude >= 2; }},
      {"queries scaled down by a power of two",
       [](const Case& c) { return filled(c, "normal") && std::abs(c.recipe.scores.amplitude) < 1; }},
      {"duplicated keys", [](const Case& c) { return filled(c, "ties"); }},
      {"a cancelling channel pair", [](const Case& c) { return filled(c, "cancelling"); }},
      {"an outlier channel", [](const Case& c) { return filled(c, "outlier-channel"); }},
      {"a constant key offset", [](const Case& c) { return filled(c, "common-mean"); }},
      {"subnormal inputs", [](const Case& c) { return filled(c, "extremes") || c.recipe.values.name == "tiny"; }},
      {"a gap of 9.7 nats in fp16", [](const Case& c) { return near(gap(c), 9.69) && c.problem.dtype.name == "fp16"; }},
      {"a gap of 17.3 nats in fp16",
       [](const Case& c) { return near(gap(c), 17.29) && c.problem.dtype.name == "fp16"; }},
      {"a gap of 6.9 nats in e4m3", [](const Case& c) { return near(gap(c), 6.89) && c.problem.dtype.name == "e4m3"; }},
      {"a gap of 12.5 nats in e4m3",
       [](const Case& c) { return near(gap(c), 12.49) && c.problem.dtype.name == "e4m3"; }},
  });
}

TEST(StandardSuite, HasEveryTriggerOfTheValuesThreeTimes) {
  const auto valued = [](std::string_view name) { return [=](const Case& c) { return c.recipe.values.name == name; }; };
  expect_three_of_each({
      {"constant plus a small alternating part", valued("alternating")},
      {"alternating signs with nearly equal weights",
       [](const Case& c) {
         return c.recipe.values.name == "cancelling" &&
                (filled(c, "flat") || filled(c, "zero") || filled(c, "identical"));
       }},
      {"all positive", valued("positive")},
      {"tied scores with tied values",
       [](const Case& c) { return filled(c, "ties") && c.recipe.values.name == "tied"; }},
      {"one-hot rows", [](const Case& c) { return filled(c, "one-hot"); }},
      {"values at the top of the range",
       [](const Case& c) { return c.recipe.values.name == "huge" || c.recipe.values.name == "max"; }},
  });
}

TEST(StandardSuite, HasEveryTriggerOfMasksAndHeadsThreeTimes) {
  const auto grouped = [](const Case& c) { return c.problem.extents.query_heads > c.problem.extents.key_heads; };
  expect_three_of_each({
      {"first tile wholly masked",
       [](const Case& c) { return masked(c, "first-block") && c.problem.extents.key_length > 64; }},
      {"first tile wholly masked, scores far below 0",
       [](const Case& c) {
         return masked(c, "first-block") && filled(c, "offset") && c.recipe.scores.amplitude < -100;
       }},
      {"first tile at the lowest finite numbers", [](const Case& c) { return c.recipe.data.contains("bias"); }},
      {"no key at all", [](const Case& c) { return c.problem.extents.key_length == 0; }},
      {"causality with a boolean mask", [](const Case& c) { return c.problem.causal && c.problem.mask; }},
      {"middle tiles wholly masked",
       [](const Case& c) {
         return c.problem.segments && c.recipe.masks != "all" && c.problem.extents.key_length > 64;
       }},
      {"last tiles wholly masked", [](const Case& c) { return masked(c, "padding"); }},
      {"a ragged last tile",
       [](const Case& c) { return c.problem.extents.key_length > 16 && c.problem.extents.key_length % 16 != 0; }},
      {"rows that see no key", [](const Case& c) { return masked(c, "empty-row"); }},
      {"a (batch, key) mask with batch = query length",
       [](const Case& c) {
         const Broadcast batch_key{{true, false, false, true}};
         return (c.problem.mask == batch_key || c.problem.bias == batch_key) && c.problem.extents.batch > 1 &&
                c.problem.extents.batch == c.problem.extents.query_length;
       }},
      {"a (query, key) mask with as many queries as keys",
       [](const Case& c) {
         const Extents& e = c.problem.extents;
         return c.problem.mask && c.problem.mask->has[2] && c.problem.mask->has[3] && e.query_length == e.key_length;
       }},
      {"decoding",
       [](const Case& c) { return c.problem.extents.query_length == 1 && c.problem.extents.key_length > 16; }},
      {"grouped heads that differ",
       [&](const Case& c) { return grouped(c) && c.problem.extents.key_heads > 1 && filled(c, "normal"); }},
      {"grouped heads nearly equal",
       [&](const Case& c) { return grouped(c) && (filled(c, "flat") || filled(c, "zero")); }},
      {"one key head for all", [&](const Case& c) { return grouped(c) && c.problem.extents.key_heads == 1; }},
      {"value_dim other than head_dim",
       [](const Case& c) { return c.problem.extents.value_dim != c.problem.extents.head_dim; }},
  });
}

TEST(StandardSuite, HasEveryOptionAndChoiceThreeTimes) {
  const auto causal = [](Anchor::Kind kind) {
    return [=](const Case& c) { return c.problem.causal && c.problem.convention.anchor.kind == kind; };
  };
  expect_three_of_each({
      {"causal top-left", causal(Anchor::Kind::TopLeft)},
      {"causal bottom-right", causal(Anchor::Kind::BottomRight)},
      {"causal at an offset", causal(Anchor::Kind::Offset)},
      {"past", [](const Case& c) { return c.problem.past > 0; }},
      {"window", [](const Case& c) { return c.problem.window != Window{}; }},
      {"window that counts its own key",
       [](const Case& c) {
         return c.problem.window != Window{} && c.problem.convention.window_count == WindowCount::CountsSelf;
       }},
      {"key lengths", [](const Case& c) { return c.problem.key_lengths; }},
      {"segments", [](const Case& c) { return c.problem.segments; }},
      {"boolean mask", [](const Case& c) { return c.problem.mask.has_value(); }},
      {"mask that is true where hidden",
       [](const Case& c) { return c.problem.mask && c.problem.convention.mask_true == MaskTrue::Hidden; }},
      {"additive mask", [](const Case& c) { return c.problem.bias.has_value(); }},
      {"scale", [](const Case& c) { return c.problem.scale.has_value(); }},
      {"soft cap", [](const Case& c) { return c.problem.softcap.has_value(); }},
      {"ALiBi", [](const Case& c) { return c.problem.alibi; }},
      {"sinks", [](const Case& c) { return c.problem.sinks; }},
      {"dropout in evaluation",
       [](const Case& c) { return c.problem.dropout.probability > 0 && !c.problem.dropout.training; }},
      {"dropout in training", [](const Case& c) { return c.problem.dropout.training; }},
      {"log-sum-exp", [](const Case& c) { return c.problem.lse; }},
      {"log-sum-exp in base 2",
       [](const Case& c) { return c.problem.lse && c.problem.convention.lse_base == LseBase::Two; }},
      {"interleaved heads", [](const Case& c) { return c.problem.convention.head_map == HeadMap::Interleaved; }},
      {"a wider output", [](const Case& c) { return c.problem.out != c.problem.dtype; }},
  });
}

TEST(QuickSuite, IsPartOfTheStandardOneAndSmall) {
  const Suite& quick = find_suite("quick");
  EXPECT_LT(quick.cases.size(), standard().size() / 3);
  for (const Case& c : quick.cases) {
    EXPECT_NE(std::find(standard().begin(), standard().end(), c), standard().end()) << to_text(c);
  }
}

TEST(Suites, NameTheLineThatIsWrong) {
  try {
    parse_cases("mine.cases", "# fine\n\nb=1 hq=zero\n");
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("mine.cases line 3"), std::string::npos) << error.what();
  }
  EXPECT_THROW(find_suite("slow"), UsageError);
}

}  // namespace
}  // namespace assay::properties

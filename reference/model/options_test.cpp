// SPDX-License-Identifier: Apache-2.0
//
// The table of problem options: each row holds what it says of itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "reference/model/case/case.hpp"
#include "reference/model/problem_options.hpp"
#include "reference/model/problem_text.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// A plain line with these fields, which replace those of the same key.
std::string line_with(const std::string& fields) {
  std::string line = fields;
  for (const char* plain : {"b=1", "hq=2", "tq=5", "tk=16", "dk=4", "dtype=fp32"}) {
    const std::string key = std::string(plain).substr(0, std::string(plain).find('=') + 1);
    if ((" " + fields).find(" " + key) == std::string::npos) line += " " + std::string(plain);
  }
  return line;
}

std::string rejection(const std::string& line) {
  try {
    parse_case(line);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ProblemOptions, EveryExampleIsParsedAndPrintedAsItStands) {
  for (const ProblemOption& option : problem_options()) {
    SCOPED_TRACE(option.about.key);
    EXPECT_FALSE(option.about.meaning.empty() || option.about.values.empty());
    for (const KeyValue& value : option.about.values) EXPECT_FALSE(value.text.empty() || value.meaning.empty());
    const Case the_case = parse_case(line_with(option.about.example));
    EXPECT_TRUE(option.shown(the_case.problem));
    EXPECT_THAT(" " + option.about.example, HasSubstr(" " + option.about.key + "=" + option.print(the_case.problem)));
    EXPECT_EQ(parse_case(to_text(the_case)), the_case);
  }
  for (const RecipeOption& option : recipe_options()) {
    SCOPED_TRACE(option.about.key);
    EXPECT_EQ(option.about.key + "=" + option.print(parse_case(line_with(option.about.example)).recipe),
              option.about.example);
  }
  EXPECT_EQ(parse_case(line_with(data_key().example)).recipe.data.at("sinks"), (std::vector<double>{0, 0.5}));
}

TEST(ProblemOptions, EveryListedValueIsTaken) {
  for (const ProblemOption& option : problem_options())
    for (const KeyValue& value : option.about.values) {
      if (value.text.find_first_of("NLRXCP") != std::string::npos || option.about.key == "window") continue;
      std::string fields = option.about.example;
      const std::string key = option.about.key + "=";
      fields = fields.substr(0, (" " + fields).find(" " + key)) + key + value.text;
      EXPECT_EQ(rejection(line_with(fields)), "accepted") << fields;
    }
}

TEST(ProblemOptions, ShrinkingTakesAwayWhatAnOptionAdds) {
  std::set<int> ranks, numbers;
  for (const ProblemOption& option : problem_options()) {
    SCOPED_TRACE(option.about.key);
    for (const Removal& removal : option.removals) EXPECT_TRUE(ranks.insert(removal.rank).second) << removal.rank;
    for (const OptionNumber& number : option.numbers) EXPECT_TRUE(numbers.insert(number.rank).second) << number.rank;
    if (option.removals.empty()) continue;
    Problem problem = parse_problem(line_with(option.about.example));
    const auto weight = [&] {
      return std::ranges::count_if(option.removals, [&](const Removal& r) { return r.weight(problem) > 0; });
    };
    EXPECT_GT(weight(), 0);
    for (const Removal& removal : option.removals) removal.remove(problem);
    EXPECT_EQ(weight(), 0);
    const Problem plain = parse_problem(line_with(""));
    EXPECT_EQ(option.shown(problem), option.shown(plain));
    if (option.shown(plain)) {
      EXPECT_EQ(option.print(problem), option.print(plain));
    }
  }
}

TEST(ProblemOptions, NamesTheTensorsThatItAdds) {
  for (const ProblemOption& option : problem_options()) {
    const Problem plain = parse_problem(line_with("")), with = parse_problem(line_with(option.about.example));
    for (const std::string& name : tensor_names()) {
      const bool named = std::ranges::count(option.tensors, name) > 0;
      const bool added = !tensor_spec(plain, name) && tensor_spec(with, name);
      if (option.about.key == "keep") continue;  // its example is in training, which adds the tensor's opposite
      EXPECT_EQ(named, added) << option.about.key << " " << name;
    }
  }
}

TEST(ProblemOptions, ThatHideKeysMayLeaveARowWithoutAny) {
  EXPECT_FALSE(may_hide_all(parse_problem(line_with(""))));
  EXPECT_TRUE(may_hide_all(parse_problem(line_with("tk=0"))));
  for (const ProblemOption& option : problem_options())
    EXPECT_EQ(may_hide_all(parse_problem(line_with(option.about.example))), option.hides != Hides::Nothing)
        << option.about.key;
}

TEST(Features, AreAskedByTheExampleOfTheirOption) {
  for (const ProblemOption& option : problem_options())
    for (const Feature& feature : option.features) {
      std::string fields = option.about.example;
      if (feature.name == "grouped_heads") fields = "hkv=1";
      if (feature.name == "interleaved") fields += " hkv=1";
      if (feature.name == "empty_row") fields += " causal=top-left";
      if (feature.name == "other_lse") fields += " lse=1";
      EXPECT_THAT(names_of_features(parse_problem(line_with(fields))), Contains(feature.name)) << fields;
      EXPECT_THAT(names_of_features(parse_problem(line_with(""))), Not(Contains(feature.name)));
    }
}

TEST(UnknownKeys, ListEveryKeyOfTheLineAndTheOneThatWasMeant) {
  const std::string said = rejection(line_with("scors=rising"));
  EXPECT_THAT(said, StartsWith("unknown field 'scors'; did you mean 'scores'? known: b hq hkv "));
  for (const std::string& key : case_keys()) EXPECT_THAT(said + " ", HasSubstr(" " + key + " "));
  EXPECT_THAT(case_keys(), testing::IsSupersetOf({"window", "convention", "seed", "layout", "data.key"}));
  EXPECT_THAT(rejection(line_with("qh=2")), HasSubstr("did you mean 'hq'?"));
  EXPECT_THAT(rejection(line_with("colour=red")), StartsWith("unknown field 'colour'; known: "));
  EXPECT_THAT(rejection(line_with("data.querry=1")), HasSubstr("the problem has no tensor of this name"));
}

TEST(UnknownKeys, MeanTheNearestWordAndNoneThatIsFar) {
  const std::vector<std::string> known{"softcap", "scale", "scores"};
  EXPECT_EQ(closest("soft_cap", known), "softcap");
  EXPECT_EQ(closest("sacle", known), "scale");
  EXPECT_EQ(closest("rubbish", known), std::nullopt);
  EXPECT_EQ(closest("x", known), std::nullopt);
}

}  // namespace
}  // namespace assay

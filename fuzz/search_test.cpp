// SPDX-License-Identifier: Apache-2.0
#include "fuzz/search.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "fuzz/corpus.hpp"
#include "impls/registry.hpp"
#include "properties/property.hpp"
#include "reference/model/contract.hpp"

namespace assay::fuzz {
namespace {

namespace fs = std::filesystem;

Subject subject(const std::string& name) { return {impls::find_kernel(name), std::nullopt}; }

SearchOptions small(std::uint64_t cases) {
  SearchOptions options;
  options.cases = cases;
  options.limits = {.length_max = 20, .head_dim_max = 8};
  return options;
}

std::vector<std::string> lines_of(const Subject& target, const SearchOptions& options) {
  std::vector<std::string> lines;
  search(target, options, {[&](const Outcome& o) { lines.push_back(o.trial.check + " " + o.line); }, {}});
  return lines;
}

TEST(Search, TheSameSeedTriesTheSameCases) {
  const Subject target = subject("explicit_fp32");
  EXPECT_EQ(lines_of(target, small(40)), lines_of(target, small(40)));
}

TEST(Search, AShardContinuesWhereAnotherEndedWhenNothingClimbs) {
  const Subject target = subject("explicit_fp32");
  SearchOptions whole = small(40);
  whole.climb_percent = 0;
  SearchOptions first = whole;
  first.cases = 15;
  SearchOptions second = whole;
  second.cases = 25;
  second.first_index = 15;
  std::vector<std::string> joined = lines_of(target, first);
  const std::vector<std::string> rest = lines_of(target, second);
  joined.insert(joined.end(), rest.begin(), rest.end());
  EXPECT_EQ(joined, lines_of(target, whole));
}

TEST(Search, FindsAPlantedFaultAndHandsOverAReplayLineThatFails) {
  std::vector<Finding> findings;
  const Subject target = subject("fault/missing_scale");
  const SearchSummary summary = search(target, small(200), {{}, [&](const Finding& f) { findings.push_back(f); }});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(summary.findings, 1u);
  const Finding& found = findings.front();
  EXPECT_TRUE(found.smallest);
  EXPECT_EQ(replay_command(found), "assay replay '" + found.shrunk_line + "' fault/missing_scale");
  EXPECT_TRUE(properties::is_bad(try_case(target, parse_case(found.shrunk_line), found.check).verdict));
  EXPECT_TRUE(properties::is_bad(try_case(target, parse_case(found.original_line), found.check).verdict));
}

TEST(Search, AnHonestKernelSurvivesAndEveryPropertyHasItsTurn) {
  SearchOptions options = small(120);
  options.findings_max = 100;
  const SearchSummary summary = search(subject("explicit_fp32"), options, {});
  EXPECT_EQ(summary.findings, 0u);
  EXPECT_EQ(summary.cases, 120u);
  EXPECT_GT(summary.verdicts.at("reference holds"), 60u);
  EXPECT_GT(summary.objective_max, 0);
  EXPECT_LE(summary.objective_max, 1);
  for (const properties::Property& property : properties::all_properties()) {
    const auto next = summary.verdicts.lower_bound(std::string(property.name) + " ");
    const bool met = next != summary.verdicts.end() && next->first.starts_with(std::string(property.name) + " ");
    EXPECT_TRUE(met) << property.name;
  }
}

TEST(Search, ReplaysTheCorpusFirst) {
  const fs::path folder = fs::temp_directory_path() / ("assay_search_test." + std::to_string(getpid()));
  Finding kept;
  kept.check = reference_check;
  kept.shrunk_line =
      "b=1 hq=1 hkv=1 tq=1 tk=2 dk=4 dv=1 dtype=fp32 convention=torch recipe=r1 seed=3 scores=peaked values=ramp";
  keep(kept, folder);
  SearchOptions options = small(1);
  options.corpus = folder;
  std::vector<Outcome> outcomes;
  const Subject target = subject("fault/missing_scale");
  const SearchSummary summary = search(target, options, {[&](const Outcome& o) { outcomes.push_back(o); }, {}});
  fs::remove_all(folder);
  EXPECT_EQ(summary.replayed, 1u);
  ASSERT_FALSE(outcomes.empty());
  EXPECT_EQ(outcomes.front().origin, Origin::Corpus);
  EXPECT_EQ(outcomes.front().line, kept.shrunk_line);
  EXPECT_TRUE(properties::is_bad(outcomes.front().trial.verdict));
}

TEST(Search, NoBuiltInKernelFailsOnAKeptFind) {
  SearchOptions options = small(0);
  options.corpus = "fuzz/corpus";
  options.findings_max = 100;
  const auto show = [](const Finding& found) { ADD_FAILURE() << replay_command(found); };
  for (const impls::KernelPointer& kernel : impls::all_kernels()) {
    EXPECT_GE(search({kernel, {}}, options, {{}, show}).replayed, 7u) << kernel->name();
  }
}

TEST(Search, RefusalsAreCountedByReason) {
  SearchOptions options = small(20);
  options.limits.dtypes = {"e4m3"};
  const SearchSummary summary = search(subject("explicit_fp32"), options, {});
  std::uint64_t refused = 0;
  for (const auto& [reason, count] : summary.refusals) refused += count;
  EXPECT_EQ(refused, 20u);
  EXPECT_EQ(summary.judged, 0u);
}

TEST(Search, ATimeBudgetIsMarked) {
  SearchOptions options = small(1'000'000);
  options.seconds = 0;
  EXPECT_TRUE(search(subject("explicit_fp32"), options, {}).ended_by_clock);
  options.seconds = std::nullopt;
  options.cases = 1;
  EXPECT_FALSE(search(subject("explicit_fp32"), options, {}).ended_by_clock);
}

TEST(Search, WithoutABudgetItRefuses) { EXPECT_THROW(search(subject("explicit_fp32"), {}, {}), UsageError); }

TEST(Search, AStrongerRequirementThanTheDeclarationFindsTheKernel) {
  SearchOptions options = small(200);
  options.limits.dtypes = {"fp16"};
  Subject strict = subject("explicit_fp16");
  strict.required = arithmetic_preset("fp64");
  EXPECT_EQ(search(strict, options, {}).findings, 1u);
}

}  // namespace
}  // namespace assay::fuzz

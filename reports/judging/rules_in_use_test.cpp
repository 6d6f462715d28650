// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/rules_in_use.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "properties/sensitivity/rules_in_use/rule.hpp"
#include "reference/model/contract.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

const std::string root = ASSAY_SOURCE_FOLDER;

std::string content(const std::string& path) {
  std::ifstream file(root + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

reports::Run measured() {
  reports::Run run;
  add_comparison(run);
  return run;
}

TEST(ComparisonWithRulesInUse, HasAssayAndEveryRuleOnce) {
  const auto run = measured();
  const auto& rules = properties::rules_in_use();
  ASSERT_EQ(run.rules.size(), 2 + rules.size());
  EXPECT_EQ(run.rules[0].name, "Assay: violated");
  EXPECT_EQ(run.rules[1].name, "Assay: violated or doubtful");
  for (std::size_t n = 0; n < rules.size(); ++n) {
    EXPECT_EQ(run.rules[2 + n].name, rules[n].name);
    EXPECT_EQ(run.rules[2 + n].claim, rules[n].claim);
  }
  EXPECT_TRUE(run.rules_command.starts_with("build/dev/bin/assay-measure power ")) << run.rules_command;
}

TEST(ComparisonWithRulesInUse, NamesALineThatIsNotAsItShouldBe) {
  for (const char* line : {"a rule", "a rule\t1\t2", "a\t1\t2\t3\t4\t5\t6\t7\t8\t9", "a\t1\t2\t3\t4\t5\t6\t7\tx"}) {
    reports::Run run;
    try {
      parse_comparison("# a comment\n" + std::string(line) + "\n", run);
      FAIL() << line;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("rules.tsv, line 2: right would be"), std::string::npos) << error.what();
    }
  }
}

std::string cells(const ComparedRule& rule, std::size_t formats) {
  const bool ours = rule.claim.empty();
  std::string row = " " + rule.name + " |";
  for (std::size_t n = 0; n < formats; ++n)
    for (const std::string& share : {fine_percent(rule.measured[n].found, rule.measured[n].manifest),
                                     fine_percent(rule.measured[n].alarms, rule.measured[n].runs)})
      row += ours && formats == 1 ? " **" + share + "** |" : " " + share + " |";
  return row;
}

std::string table_of_readme(const reports::Run& run) {
  std::string text =
      "| fp32, fp16, bf16 | found | false alarms | | found | false alarms |\n"
      "|---|---|---|---|---|---|\n";
  const std::size_t half = (run.rules.size() + 1) / 2;
  for (std::size_t n = 0; n < half; ++n) {
    text += "|" + cells(run.rules[n], 1);
    text += half + n < run.rules.size() ? cells(run.rules[half + n], 1) + "\n" : " | | |\n";
  }
  return text;
}

std::string table_of_campaign(const reports::Run& run) {
  std::string text =
      "| rule | faults found, fp32 fp16 bf16 | false alarms | found, e4m3 | false alarms |\n"
      "|---|---|---|---|---|\n";
  for (const ComparedRule& rule : run.rules) text += "|" + cells(rule, 2) + "\n";
  return text;
}

/// The page must hold the table as it is; ASSAY_UPDATE=1 puts it in the place of the one with the same first line.
void expect_table(const std::string& path, const std::string& table) {
  std::string page = content(path);
  const std::size_t begin = page.find(table.substr(0, table.find('\n') + 1));
  ASSERT_NE(begin, std::string::npos) << path << " has no table with these columns:\n" << table;
  const std::size_t end = page.find("\n\n", begin) + 1;
  if (std::getenv("ASSAY_UPDATE") && page.substr(begin, end - begin) != table)
    std::ofstream(root + path, std::ios::binary) << page.replace(begin, end - begin, table);
  EXPECT_EQ(page.substr(begin, page.find("\n\n", begin) + 1 - begin), table)
      << path << " and fuzz/measure/campaigns/rules.tsv differ; ASSAY_UPDATE=1 takes the latter's numbers";
}

TEST(ComparisonWithRulesInUse, StandsInTheReadmeAndInTheCampaignsPageWithTheSameNumbers) {
  expect_table("/README.md", table_of_readme(measured()));
  expect_table("/fuzz/measure/campaigns/power.md", table_of_campaign(measured()));
}

TEST(ComparisonWithRulesInUse, CountsTheRunsThatTheCampaignListsByFaultAndFormat) {
  std::array<std::array<std::int64_t, 4>, 2> sums{};  // of runs, manifest, violated, doubtful; last e4m3
  std::istringstream lines(content("/fuzz/measure/campaigns/power.tsv"));
  std::string fault, dtype;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::array<std::int64_t, 4> n{};
    if (!(words >> fault >> dtype >> n[0] >> n[1] >> n[2] >> n[3])) continue;  // the columns' names
    for (std::size_t k = 0; k < n.size(); ++k) sums[dtype == "e4m3"][k] += n[k];
  }
  const auto run = measured();
  for (std::size_t group = 0; group < sums.size(); ++group) {
    const auto& violated = run.rules[0].measured[group];
    const auto& suspected = run.rules[1].measured[group];
    EXPECT_EQ((std::array{violated.runs, violated.manifest, violated.found, suspected.found - violated.found}),
              sums[group])
        << violated.formats << ": power.tsv and rules.tsv are not of the same campaign";
  }
  const std::string told =
      grouped(sums[0][0] + sums[1][0]) + " runs of which " + grouped(sums[0][1] + sums[1][1]) + " are manifest";
  EXPECT_NE(content("/fuzz/measure/campaigns/power.md").find(told), std::string::npos)
      << "power.md should say: " << told;
}

}  // namespace
}  // namespace assay::reports

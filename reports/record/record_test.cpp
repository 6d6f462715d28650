// SPDX-License-Identifier: Apache-2.0
#include "reports/record/record.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <utility>

#include "reference/model/contract.hpp"
#include "reports/golden/sample_run.hpp"

namespace assay::reports {
namespace {

std::string written(const Run& run) {
  std::ostringstream out;
  write_record(run, out);
  return out.str();
}

TEST(RunRecord, ReadsBackAsItWasWritten) {
  const std::string once = written(sample_run());
  std::istringstream in(once);
  const auto again = read_record(in, "test");
  EXPECT_EQ(written(again), once);
  ASSERT_EQ(again.outcomes.size(), sample_run().outcomes.size());
  EXPECT_EQ(again.outcomes[0].out.signed_ulp_sum, sample_run().outcomes[0].out.signed_ulp_sum);
  EXPECT_EQ(again.outcomes[3].out.ratio_max, std::numeric_limits<double>::infinity());
  EXPECT_EQ(again.findings.at(0).again, sample_run().findings.at(0).again);
  EXPECT_EQ(totals(again), totals(sample_run()));
}

TEST(RunRecord, OfAnEarlierVersionIsReadInTheWordsOfThisOne) {
  auto older = sample_run();
  older.outcomes.at(0).line = older.findings.at(0).original = "b=1 causal=-2 convention=torch";
  older.kernels.at(0).conventions = {"torch anchor=3"};
  std::istringstream in(written(older));
  const auto again = read_record(in, "older");
  EXPECT_EQ(again.outcomes.at(0).line, "b=1 causal=offset:-2 convention=torch");
  EXPECT_EQ(again.findings.at(0).original, again.outcomes.at(0).line);
  EXPECT_EQ(again.kernels.at(0).conventions, std::vector<std::string>{"torch anchor=offset:3"});
}

void expect_refused(const std::string& text, const std::string& because) {
  std::istringstream in(text);
  try {
    read_record(in, "x.json");
    FAIL() << "accepted: " << text;
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("x.json"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find(because), std::string::npos) << error.what();
  }
}

TEST(RunRecord, NamesWhatIsWrongWithAForeignFile) {
  expect_refused("", "is no run record: it is no JSON; right would be a report.json");
  expect_refused("{}", "is no run record: key 'schema' not found; right would be a report.json");
  expect_refused("[1]", "is no run record: cannot use");
  expect_refused(R"({"schema": 2})", "reads schema 1");
  std::string text = written(sample_run());
  text.replace(text.find("\"violated\",\"evidence\""), 10, "\"absolved\"");
  expect_refused(text, "unknown verdict 'absolved'");
}

TEST(RunRecord, NamesAKindOfFaultThatThereIsNot) {
  std::string text = written(sample_run());
  const std::string kind = R"("kind":"exception")";
  text.replace(text.find(kind), kind.size(), R"("kind":"bad luck")");
  expect_refused(text, "bad luck");
  expect_refused(text, "out of bounds read");
}

TEST(Origin, ReadsBackAsItWasWritten) {
  const std::pair<Origin, std::string> origins[] = {
      {{}, "problem"},
      {{Origin::Kind::Problem, "case a_001"}, "problem, case a_001"},
      {{Origin::Kind::Suite, "standard"}, "suite standard"},
      {{Origin::Kind::Inputs, "/a b, c.safetensors"}, "inputs /a b, c.safetensors"},
      {{Origin::Kind::Lines, "x.cases, case x_002"}, "lines x.cases, case x_002"},
  };
  for (const auto& [origin, text] : origins) {
    EXPECT_EQ(origin_text(origin), text);
    EXPECT_EQ(parse_origin(text), origin) << text;
  }
  EXPECT_THROW(parse_origin("elsewhere"), UsageError);
}

}  // namespace
}  // namespace assay::reports

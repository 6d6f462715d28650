// SPDX-License-Identifier: Apache-2.0
#include "reports/record/run.hpp"

#include <gtest/gtest.h>

namespace assay::reports {
namespace {

Run run_of(const std::vector<Verdict>& verdicts) {
  Run run;
  for (const Verdict& verdict : verdicts)
    run.outcomes.push_back({.kernel = "k", .check = "reference", .line = "line", .verdict = verdict});
  return run;
}

using namespace properties;

TEST(ExitCode, IsZeroWhenSomethingHoldsAndNothingIsWorse) {
  EXPECT_EQ(exit_code(run_of({Holds{}, NoEvidence{}, NotApplicable{}, GaveUp{}, Doubtful{}})), 0);
}

TEST(ExitCode, IsOneWhenAnythingIsViolatedOrFaulted) {
  EXPECT_EQ(exit_code(run_of({Holds{}, Violated{}})), 1);
  EXPECT_EQ(exit_code(run_of({Holds{}, Faulted{}})), 1);
}

TEST(ExitCode, IsOneWhenNothingWasEvidence) {
  EXPECT_EQ(exit_code(run_of({NoEvidence{}, NotApplicable{}, GaveUp{}})), 1);
  EXPECT_EQ(exit_code(run_of({})), 1);
}

TEST(ExitCode, HoldsDoubtAgainstTheKernelUnderStrictOnly) {
  auto run = run_of({Holds{}, Doubtful{}});
  EXPECT_EQ(exit_code(run), 0);
  run.strict = true;
  EXPECT_EQ(exit_code(run), 1);
}

TEST(ExitCode, SaysInterruptedBeforeAnythingElse) {
  auto run = run_of({Violated{}});
  run.interrupted = true;
  EXPECT_EQ(exit_code(run), 130);
}

TEST(ExitCode, CountsFindingsAndSweeps) {
  auto run = run_of({});
  run.sweeps.push_back({});
  run.sweeps.back().counts[VerdictKind::Holds] = 5;
  EXPECT_EQ(exit_code(run), 0);
  run.findings.push_back({});
  EXPECT_EQ(exit_code(run), 1);
}

TEST(WorstElements, AreTheLargestRatiosInOrder) {
  KernelRecord kernel;
  for (const int ratio : {3, 11, 1, 9, 2, 8, 5, 10, 4, 7, 6, 12}) {
    WorstElement element;
    element.evidence.ratio = ratio;
    keep_worst(kernel, element);
  }
  ASSERT_EQ(kernel.worst.size(), KernelRecord::worst_kept);
  for (std::size_t n = 0; n < kernel.worst.size(); ++n) EXPECT_EQ(kernel.worst[n].evidence.ratio, 12.0 - n);
}

TEST(ReplayCommand, QuotesTheLineAndNamesTheFileOfCaptures) {
  Outcome outcome{.kernel = "cpu/x", .check = "reference", .line = "query=1 key=2", .verdict = Holds{}};
  EXPECT_EQ(replay_command(outcome), "assay replay 'query=1 key=2' cpu/x");
  outcome.origin = {Origin::Kind::Inputs, "/a b.safetensors"};
  EXPECT_EQ(replay_command(outcome), "assay check cpu/x --inputs '/a b.safetensors'");
}

TEST(ReplayCommand, OfAFindingSaysWhatElseWasAskedOfTheKernel) {
  Finding finding{"cpu/x", "reference", "query=1 key=2", "", Violated{}};
  EXPECT_EQ(replay_command(finding), "assay replay 'query=1 key=2' cpu/x");
  finding.again = "assay replay 'query=1 key=2' cpu/x --require fp32";
  EXPECT_EQ(replay_command(finding), finding.again);
}

}  // namespace
}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#include "reports/diff/diff.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "reports/record/record.hpp"
#include "reports/golden/sample_run.hpp"

namespace assay::reports {
namespace {

namespace fs = std::filesystem;

const fs::path golden = ASSAY_REPORTS_GOLDEN;

reports::Run recorded() {
  std::ifstream file(golden / "small_run.json");
  return read_record(file, "small_run.json");
}

void rename(reports::Run& run, const std::string& from, const std::string& to, const std::string& build) {
  for (KernelRecord& kernel : run.kernels)
    if (kernel.name == from)
      kernel = {to, "tiled (" + build + ")", kernel.arithmetics, kernel.conventions, kernel.worst, "tiled", "1", build};
  for (Outcome& outcome : run.outcomes)
    if (outcome.kernel == from) outcome.kernel = to;
}

/// The recorded run as if its first kernel were a CUDA kernel's emulation.
reports::Run emulated() {
  reports::Run run = recorded();
  rename(run, "explicit_fp32", "build/libtiled_emulated_linear.so", "emulated order=linear flavour=plain");
  return run;
}

/// The same cases on a device, where one verdict went wrong, one got better and one case is missing.
reports::Run on_a_device() {
  reports::Run run = recorded();
  rename(run, "explicit_fp32", "elsewhere/libother_file.so", "cuda device=\"a GPU\" driver=13.0");
  run.environment.cores = 16;
  run.environment.compiler = "another compiler";
  Outcome& wrong = run.outcomes[0];
  wrong.out.ulp_max = 100;
  wrong.out.ratio_max = 2.5;
  Evidence evidence{"out[b=0 h=0 i=1 c=2] = 2, exact 1 +- 1e-12, allowed 0.4", "out", {0, 0, 1, 2}, 2, 1, 0.4, 2.5, {}};
  wrong.verdict = properties::Violated{evidence};
  for (Outcome& outcome : run.outcomes)
    if (outcome.kernel == "fault/canary" && outcome.check == "row_sums" && properties::is_bad(outcome.verdict)) {
      outcome.verdict = properties::Holds{};
      break;
    }
  run.outcomes.erase(run.outcomes.begin() + 1);
  return run;
}

struct Compared {
  reports::Run before, after;
  RunDiff result;
  Compared(reports::Run a, reports::Run b) : before(std::move(a)), after(std::move(b)), result(diff(before, after)) {
    result.before = "emulated.json";
    result.after = "device.json";
  }
  Compared(const Compared&) = delete;
};

std::string text_of(const RunDiff& result) {
  std::ostringstream out;
  write_diff_text(result, out);
  return out.str();
}

void expect_approved(const std::string& now, const std::string& file) {
  if (std::getenv("ASSAY_UPDATE")) std::ofstream(golden / file, std::ios::binary) << now;
  std::ifstream approved(golden / file, std::ios::binary);
  EXPECT_EQ(now, std::string(std::istreambuf_iterator<char>(approved), {})) << "ASSAY_UPDATE=1 accepts the change";
}

TEST(RunDiff, TellsAPersonAndAProgramAsApproved) {
  const Compared compared(emulated(), on_a_device());
  expect_approved(text_of(compared.result), "diff.txt");
  std::ostringstream json;
  write_diff_json(compared.result, json);
  expect_approved(json.str(), "diff.json");
  EXPECT_EQ(exit_code(compared.result), 1);
}

TEST(RunDiff, FindsNothingBetweenARunAndItself) {
  const Compared compared(recorded(), recorded());
  EXPECT_EQ(exit_code(compared.result), 0);
  EXPECT_NE(text_of(compared.result).find("SAME: all of 26 verdicts"), std::string::npos) << text_of(compared.result);
  EXPECT_TRUE(compared.result.differing.empty());
  for (const KernelPair& pair : compared.result.kernels) EXPECT_TRUE(pair.moved().empty());
}

TEST(RunDiff, LetsABetterVerdictPassAndSeesTheWayBack) {
  reports::Run better = recorded();
  for (Outcome& outcome : better.outcomes)
    if (properties::is_bad(outcome.verdict)) outcome.verdict = properties::Holds{};
  EXPECT_EQ(exit_code(Compared(recorded(), better).result), 0);
  EXPECT_EQ(exit_code(Compared(better, recorded()).result), 1);
}

TEST(RunDiff, FailsWhereNothingIsInCommon) {
  reports::Run other = recorded();
  for (KernelRecord& kernel : other.kernels) kernel.name += "_of_somebody_else";
  for (Outcome& outcome : other.outcomes) outcome.kernel += "_of_somebody_else";
  EXPECT_EQ(exit_code(Compared(recorded(), other).result), 1);
  reports::Run others = recorded();
  for (Outcome& outcome : others.outcomes) outcome.line += " seed=99";
  const Compared compared(recorded(), others);
  EXPECT_EQ(exit_code(compared.result), 1);
  EXPECT_NE(text_of(compared.result).find("NOTHING IN COMMON"), std::string::npos);
}

TEST(RunDiff, FailsUnderStrictForACaseThatOneRunLacks) {
  reports::Run fewer = recorded();
  fewer.outcomes.pop_back();
  Compared compared(recorded(), fewer);
  EXPECT_EQ(exit_code(compared.result), 0);
  compared.result.strict = true;
  EXPECT_EQ(exit_code(compared.result), 1);
}

TEST(RunDiff, FailsForANewFinding) {
  reports::Run without = sample_run();
  without.findings.clear();
  EXPECT_EQ(exit_code(Compared(sample_run(), without).result), 0);
  const Compared compared(without, sample_run());
  EXPECT_EQ(exit_code(compared.result), 1);
  EXPECT_NE(text_of(compared.result).find("1 new finding"), std::string::npos);
}

TEST(RunDiff, MeetsTheNthOfEqualCasesWithTheNth) {
  reports::Run twice = recorded();
  twice.outcomes.insert(twice.outcomes.begin(), twice.outcomes[0]);
  const Compared compared(recorded(), twice);
  const KernelPair& pair = compared.result.kernels[0];
  EXPECT_EQ(pair.only_after.size(), 1u);
  EXPECT_EQ(pair.only_before.size(), 0u);
}

TEST(RunDiff, ComparesEveryOrderOfAnEmulatorWithTheOneDevice) {
  reports::Run orders = emulated();
  KernelRecord reverse = orders.kernels[0];
  reverse.name = "build/libtiled_emulated_reverse.so";
  orders.kernels.push_back(reverse);
  const Compared compared(orders, on_a_device());
  const auto of_device = [](const KernelPair& pair) { return pair.after->name == "elsewhere/libother_file.so"; };
  EXPECT_EQ(std::ranges::count_if(compared.result.kernels, of_device), 2);
}

TEST(RunDiff, LeavesNoControlCharacterOfAKernelsStrings) {
  const std::string text =
      text_of(Compared({}, sample_run()).result) + text_of(Compared(sample_run(), sample_run()).result);
  const auto harmful = [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f || c == 0xff; };
  EXPECT_TRUE(std::ranges::none_of(text, harmful));
}

TEST(Change, IsWorseWhereEvidenceIsLostOrAFailureAppears) {
  using namespace properties;
  const Violated violated;
  EXPECT_EQ(change_of(Holds{}, NoEvidence{}), Change::Worse);
  EXPECT_EQ(change_of(Holds{}, Doubtful{}), Change::Worse);
  EXPECT_EQ(change_of(NotApplicable{}, violated), Change::Worse);
  EXPECT_EQ(change_of(violated, Faulted{}), Change::Worse);
  EXPECT_EQ(change_of(violated, Doubtful{}), Change::Better);
  EXPECT_EQ(change_of(NoEvidence{}, Holds{}), Change::Better);
  EXPECT_EQ(change_of(violated, NotApplicable{}), Change::Other);
  EXPECT_EQ(change_of(NoEvidence{}, GaveUp{}), Change::Other);
  EXPECT_EQ(change_of(Faulted{FaultKind::Crash, "here"}, Faulted{FaultKind::Hang, "there"}), Change::Same);
}

TEST(KernelPair, PutsTheLargestGrowthFirst) {
  reports::Run after = recorded();
  constexpr double growths[] = {1, std::numeric_limits<double>::infinity(), 5};
  std::size_t n = 0;
  for (Outcome& outcome : after.outcomes)
    if (outcome.kernel == "fault/canary" && outcome.out.elements > 0 && n < 3)
      outcome.out.ratio_max += 1e9 * growths[n++];
  const Compared compared(recorded(), after);
  const auto moved = compared.result.kernels.back().moved();
  ASSERT_GE(moved.size(), 2u);
  for (std::size_t k = 1; k < moved.size(); ++k) EXPECT_GE(moved[k - 1]->growth(), moved[k]->growth());
}

}  // namespace
}  // namespace assay::reports

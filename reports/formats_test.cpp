// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "reference/model/contract.hpp"
#include "reports/format.hpp"
#include "reports/record/record.hpp"
#include "reports/golden/sample_run.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {
namespace {

namespace fs = std::filesystem;

std::string shown(const std::string& format, const reports::Run& run) {
  std::ostringstream out;
  find_format(format).write(run, out);
  return out.str();
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

const fs::path golden = ASSAY_REPORTS_GOLDEN;

reports::Run recorded() {
  std::ifstream file(golden / "small_run.json");
  return read_record(file, "small_run.json");
}

class EveryFormat : public testing::TestWithParam<std::string> {};

// ASSAY_UPDATE=1 rewrites the approved output instead of comparing with it.
TEST_P(EveryFormat, ShowsTheRecordedRunAsApproved) {
  const fs::path approved = golden / ("small_run." + find_format(GetParam()).extension);
  const std::string now = shown(GetParam(), recorded());
  if (std::getenv("ASSAY_UPDATE")) std::ofstream(approved, std::ios::binary) << now;
  EXPECT_EQ(now, content(approved)) << "ASSAY_UPDATE=1 accepts the change";
}

TEST_P(EveryFormat, LeavesNoControlCharacterOfAKernelsStrings) {
  const std::string text = shown(GetParam(), sample_run());
  EXPECT_NE(text.find("x1b"), std::string::npos) << "the name must still be readable";
  const auto harmful = [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f || c == 0xff; };
  EXPECT_TRUE(std::ranges::none_of(text, harmful));
}

TEST_P(EveryFormat, SaysOfEveryKernelWhereItsNumbersComeFrom) {
  const std::string text = shown(GetParam(), sample_run());
  for (const char* told :
       {"native", "cuda", "emulated", "reverse", "checked", "fp32-fma", "GPU", "13.0.88", "2026-11-30",
        "evidence of logic, not of device numerics, memory order or speed; never run on a GPU"})
    EXPECT_NE(text.find(told), std::string::npos) << told << " in\n" << text;
}

TEST_P(EveryFormat, ShowsNoTimeOfAnEmulatedKernel) {
  const std::string text = shown(GetParam(), sample_run());
  for (const char* time : emulated_times) EXPECT_EQ(text.find(time), std::string::npos) << time << " in\n" << text;
  reports::Run told = sample_run();
  for (KernelRecord& kernel : told.kernels) kernel.library.build.clear();
  const bool shows_times = GetParam() == "json" || GetParam() == "junit";
  EXPECT_EQ(
      shown(GetParam(), told).find(GetParam() == "json" ? emulated_times[0] : emulated_times[1]) != std::string::npos,
      shows_times)
      << "the search above must be able to find one";
}

TEST_P(EveryFormat, SaysWhichDeviceRecordThereIs) {
  reports::Run run = sample_run();
  for (KernelRecord& kernel : run.kernels) kernel.device_record = "2026-12-01, Some GPU";
  const std::string text = shown(GetParam(), run);
  EXPECT_EQ(text.find("never run on a GPU"), std::string::npos);
  EXPECT_NE(text.find("there is a device record: 2026-12-01, Some GPU"), std::string::npos) << text;
}

TEST_P(EveryFormat, WritesARunOfNothing) { EXPECT_FALSE(shown(GetParam(), {}).empty()); }

std::vector<std::string> names() {
  std::vector<std::string> list;
  for (const Format& format : all_formats()) list.push_back(format.name);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, testing::ValuesIn(names()),
                         [](const auto& format) { return format.param; });

TEST(ConsoleFormat, FitsAScreenWhenAllHolds) {
  const auto all = sample_run();
  reports::Run run;
  run.kernels = {all.kernels[0]};
  run.outcomes = {all.outcomes[0], all.outcomes[1], all.outcomes[2]};
  const std::string text = shown("console", run);
  EXPECT_LE(std::ranges::count(text, '\n'), 24);
  EXPECT_NE(text.find("PASS"), std::string::npos);
}

TEST(ConsoleFormat, OpensWithArithmeticAndRefusals) {
  const std::string text = shown("console", sample_run());
  const auto at = [&](const char* what) { return text.find(what); };
  EXPECT_LT(at("weaker than the preset in exp_ulp"), at("Refused"));
  EXPECT_LT(at("head_dim above 256"), at("Failures"));
  EXPECT_NE(at("assay replay 'b=2 hq=3"), std::string::npos);
}

/// A failing outcome of a kernel.
Outcome failing(const Verdict& verdict) {
  return {.kernel = "mine",
          .check = "reference",
          .origin = {Origin::Kind::Suite, "quick"},
          .line = "a line",
          .verdict = verdict};
}

int count(const std::string& text, const std::string& what) {
  int times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++times;
  return times;
}

TEST(ConsoleFormat, SaysHowManyFailuresItLeavesOutAndWhichReportsHaveThem) {
  reports::Run run;
  run.kernels.push_back({"mine", "", {}, {}, {}});
  for (int n = 0; n < 9; ++n) run.outcomes.push_back(failing(properties::Faulted{FaultKind::OutputMissing, "there"}));
  EXPECT_EQ(count(shown("console", run), "output missing: there"), 3);
  for (int n = 0; n < 4; ++n) run.outcomes.push_back(failing(properties::Violated{}));
  const std::string text = shown("console", run);
  EXPECT_EQ(count(text, "mine  reference  violated: "), 3 + 1) << "whatever else failed before: " << text;
  EXPECT_EQ(count(text, "mine  reference  faulted: 6 more\n"), 1) << text;
  EXPECT_EQ(count(text, "not shown: 7 of 13; the json and junit reports have them all (--out DIR writes both)"), 1)
      << text;
  for (const char* format : {"json", "junit"}) EXPECT_GE(count(shown(format, run), "output missing"), 9) << format;
}

TEST(ConsoleFormat, ShowsTheMostFrequentRefusalsAndCountsTheOthers) {
  reports::Run run;
  for (int n = 1; n <= 30; ++n)
    run.uncovered.push_back({Uncovered::Kind::Cases, "fuzz", "refused by the kernel: reason " + std::to_string(n), n});
  const std::string text = shown("console", run);
  EXPECT_EQ(count(text, "cases fuzz: "), 4) << text;
  EXPECT_EQ(count(text, "cases fuzz: refused by the kernel: reason 30 (30)"), 1) << text;
  EXPECT_EQ(count(text, "cases fuzz: refused for 27 other reasons (378); the record has them"), 1) << text;
}

TEST(ConsoleFormat, NumbersFailuresAsExplainVerdictCountsThem) {
  reports::Run run;
  run.kernels.push_back({"mine", "", {}, {}, {}});
  run.outcomes = {failing(properties::Doubtful{1e-9, "leans"}), failing(properties::Faulted{FaultKind::Hang, "there"}),
                  failing(properties::Holds{}), failing(properties::Violated{})};
  run.findings = {{"mine", "reference", "tq=1", "tq=2", properties::Violated{}, "", {}, "scale_none"}};
  const std::string text = shown("console", run);
  EXPECT_EQ(count(text, "  [2] mine  reference  faulted: hang"), 1) << text;
  EXPECT_EQ(count(text, "  [3] mine  reference  violated: "), 1) << text;
  EXPECT_EQ(count(text, "  [4] mine  reference  violated: "), 1) << text;
  EXPECT_EQ(count(text, "Failures (assay explain verdict REPORT.json:N tells more of [N])\n"), 1) << text;
  EXPECT_EQ(count(text, "before it was shrunk, another suspect explained it: scale_none\n"), 1) << text;
}

/// Kernels with so many doubts each, before one failure of the last.
reports::Run doubtful_run(int doubts) {
  reports::Run run;
  for (const char* kernel : {"mine", "other"}) {
    run.kernels.push_back({kernel, "", {}, {}, {}});
    for (int n = 0; n < doubts; ++n) {
      run.outcomes.push_back(failing(properties::Doubtful{1e-9, "errors <lean>"}));
      run.outcomes.back().kernel = kernel;
      run.outcomes.back().again = "assay replay doubt";
    }
  }
  run.outcomes.push_back(failing(properties::Faulted{FaultKind::Hang, "there"}));
  return run;
}

TEST(ConsoleFormat, ListsTheFirstDoubtsOfEachKernelWithNumberReasonAndCommand) {
  reports::Run run = doubtful_run(5);
  const std::string text = shown("console", run);
  EXPECT_EQ(count(text,
                  "\nDoubts: possible for the arithmetic, but unusual (assay explain verdict REPORT.json:N tells "
                  "more of [N])\n"),
            1)
      << text;
  for (const std::string entry : {"[1] mine", "[2] mine", "[3] mine", "[6] other", "[7] other", "[8] other"})
    EXPECT_EQ(count(text, "  " + entry + "  reference  doubtful: errors <lean>"), 1) << entry << " in\n" << text;
  EXPECT_EQ(count(text, "doubtful: errors <lean>"), 6) << text;
  EXPECT_EQ(count(text, "      assay replay doubt\n"), 6) << text;
  EXPECT_EQ(count(text, "  mine  doubtful: 2 not shown\n"), 1) << text;
  EXPECT_EQ(count(text, "  [11] mine  reference  faulted: hang"), 1) << text;
  run.strict = true;
  EXPECT_EQ(count(shown("console", run), "Doubts"), 0) << "they are failures then";
}

TEST(ConsoleFormat, SaysWhatAResidualIsWhereOneIsTold) {
  const std::string means =
      "(assay explain verdict REPORT.json:N tells more of [N])\n"
      "  residual: error over what is allowed around that reading, at most 1 explains (see `assay explain suspect "
      "NAME`)\n  [1]";
  const properties::Naming none{"", "no known suspect of 60 tried"};
  const properties::Naming explained{"scale_none", "explained by: scores are not scaled (scale_none), residual 0.2"};
  reports::Run failed, found;
  failed.outcomes = {failing(properties::Violated{})};
  found.findings = {{"mine", "reference", "tq=1", "tq=2", properties::Violated{}, "", none, ""}};
  failed.outcomes[0].named = none;
  for (const auto& run : {failed, found}) EXPECT_EQ(count(shown("console", run), "residual: error over"), 0);
  failed.outcomes[0].named = found.findings[0].named = explained;
  for (const auto& run : {failed, found}) EXPECT_EQ(count(shown("console", run), means), 1) << shown("console", run);
}

TEST(ConsoleFormat, CountsTheDoubtsOfASweepThatKeepsNone) {
  reports::Run run;
  run.kernels.push_back({"mine", "", {}, {}, {}});
  run.sweeps = {{"mine", 1, {}, 0}};
  EXPECT_EQ(count(shown("console", run), "Doubts"), 0);
  run.sweeps[0].counts[VerdictKind::Doubtful] = 4;
  EXPECT_EQ(count(shown("console", run), "  mine  doubtful: 4 not shown\n"), 1);
}

TEST(HtmlFormat, ListsDoubtsAndNumbersThemAndFailuresAndFindings) {
  reports::Run run = doubtful_run(5);
  run.findings = {{"mine", "reference", "tq=1", "tq=2", properties::Violated{}, "", {}, ""}};
  const std::string text = shown("html", run);
  EXPECT_EQ(count(text, "<h2 id=\"doubts\">Doubts: possible for the arithmetic, but unusual</h2>"), 1);
  for (const std::string entry : {"[1] mine", "[3] mine", "[6] other", "[8] other", "[11] mine", "[12] mine"})
    EXPECT_EQ(count(text, "<h3>" + entry), 1) << entry;
  EXPECT_EQ(count(text, html("errors <lean>")), 6);
  EXPECT_EQ(count(text, "assay replay doubt"), 6);
  EXPECT_EQ(count(text, "mine: 2 doubtful not shown."), 1);
  EXPECT_EQ(count(text, "href=\"#doubts\""), 1);
  run.strict = true;
  EXPECT_EQ(count(shown("html", run), "Doubts"), 0);
}

TEST(MarkdownFormat, ListsTheFirstDoubtsAndNumbersWhatItLists) {
  const std::string text = shown("markdown", doubtful_run(5));
  EXPECT_EQ(count(text, "\nDoubts: possible for the arithmetic, but unusual\n\n- \\[1\\] **mine**, reference: "), 1)
      << text;
  EXPECT_EQ(count(text, "assay replay doubt"), 3) << text;
  EXPECT_EQ(count(text, "- and 7 more\n"), 1) << text;
  EXPECT_EQ(count(text, "- \\[11\\] **mine**, reference: "), 1) << text;
}

TEST(ConsoleFormat, EndsWithItsTable) {
  const std::string text = shown("console", sample_run());
  EXPECT_LT(text.find("\nFailures ("), text.find("\nkernel ")) << text;
  EXPECT_LT(text.find("\nNot covered\n"), text.find("\nkernel ")) << text;
}

TEST(ConsoleFormat, CountsTheFaultsThatNoCaseShowsAndNamesTheFirst) {
  reports::Run run;
  run.uncovered = {{Uncovered::Kind::Fault, "a b c d e f g", "no case shows it in the arithmetic of mine", 7}};
  const std::string text = shown("console", run);
  EXPECT_EQ(count(text, "  faults: 7 planted faults that these cases could not have shown"), 1) << text;
  EXPECT_EQ(count(text, "as a, b, c, d, e; the json and HTML reports name them all\n"), 1) << text;
  EXPECT_EQ(count(text, ", f"), 0) << text;
  EXPECT_EQ(count(shown("json", run), "a b c d e f g"), 1);
}

TEST(HtmlFormat, NeedsNeitherScriptNorNetwork) {
  const std::string text = shown("html", sample_run());
  for (const char* forbidden : {"<script", "<link", "http://", "https://", "@import", "url(", "<b>'", " onload"})
    EXPECT_EQ(text.find(forbidden), std::string::npos) << forbidden;
}

TEST(HtmlFormat, ShowsWhichCheckKillsWhichPlantedFaultWithTheNamesEscaped) {
  auto run = sample_run();
  const std::string text = shown("html", run);
  EXPECT_EQ(count(text, "<td class=\"kill\">\u25cf</td>"), 1) << "by convex_rows alone";
  EXPECT_EQ(count(text, "<td class=\"number\">20/90</td>"), 1);
  EXPECT_EQ(count(text, "<td class=\"number soft\">0/7</td>"), 1);
  EXPECT_EQ(count(text, html("what <b>it</b> is")), 1);
  EXPECT_EQ(count(text, "<b>it"), 0);
  run.catalogue.clear();
  EXPECT_EQ(count(shown("html", run), "shown to catch"), 0);
}

TEST(EveryReportForAPerson, SaysInALineHowManyPlantedFaultsAreKilled) {
  for (const char* format : {"console", "markdown", "html"})
    EXPECT_EQ(count(shown(format, sample_run()),
                    "of 2 planted faults the comparison with the reference kills 1 in suite standard and 1 in quick, "
                    "properties alone 1"),
              1)
        << format;
}

TEST(MarkdownFormat, FitsAScreen) {
  auto run = sample_run();
  const std::vector<Outcome> once = run.outcomes;
  for (int n = 0; n < 50; ++n) run.outcomes.insert(run.outcomes.end(), once.begin(), once.end());
  const std::string text = shown("markdown", run);
  EXPECT_LE(std::ranges::count(text, '\n'), 40);
  EXPECT_NE(text.find("and "), std::string::npos);
}

TEST(Reports, AreWholeOrNotThere) {
  const fs::path folder = fs::path(testing::TempDir()) / ("assay_reports_" + std::to_string(::getpid()));
  const Format breaking{"breaking", "txt", "", [](const reports::Run&, std::ostream& out) {
                          out << "half";
                          out.setstate(std::ios::badbit);
                        }};
  const Format whole{"whole", "txt", "", [](const reports::Run&, std::ostream& out) { out << "whole"; }};
  const std::string path = folder / "new" / "report.txt";
  write_report(whole, {}, path);
  EXPECT_EQ(content(path), "whole");
  EXPECT_THROW(write_report(breaking, {}, path), EnvironmentError);
  EXPECT_EQ(content(path), "whole");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "new"), {}), 1) << "no temporary file is left behind";
  EXPECT_THROW(write_report(whole, {}, path + "/below"), EnvironmentError);
  fs::remove_all(folder);
}

TEST(Formats, AreFoundByNameAndUnknownOnesNamed) {
  try {
    find_format("yaml");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("console, html, json, junit, markdown"), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::reports

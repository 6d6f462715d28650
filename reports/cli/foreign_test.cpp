// SPDX-License-Identifier: Apache-2.0
//
// Libraries that misbehave, on the command line: the run goes on, its record is whole, and the exit code is right.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "reports/cli/program.hpp"
#include "reports/record/record.hpp"

namespace assay::reports::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string hostile(const std::string& name) { return ASSAY_HOSTILE_FOLDER "/lib" + name + ".so"; }

/// As one word of a command, for folders with a blank in their name.
std::string word(const std::string& path) { return "'" + path + "'"; }

const std::string three_cases =
    " --problem 'b=1 hq=2 hkv=2 tq=4 tk=8 dk=8 dv=8 dtype=fp32 lse=1 recipe=r1 seed=3'"
    " --problem 'b=1 hq=2 hkv=1 tq=3 tk=5 dk=8 dv=4 dtype=fp32 lse=1 recipe=r1 seed=4'"
    " --problem 'b=2 hq=1 hkv=1 tq=1 tk=9 dk=4 dv=8 dtype=fp32 lse=1 recipe=r1 seed=5'"
    " --checks reference";

std::int64_t count(const Run& run, const std::string& kernel, const std::string& verdict) {
  return std::ranges::count_if(run.outcomes, [&](const Outcome& outcome) {
    return outcome.kernel == kernel && name_of(outcome.verdict) == verdict;
  });
}

class Foreign : public testing::Test {
 protected:
  const fs::path folder_ = fs::path(testing::TempDir()) / ("assay_foreign_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  Ended check(const std::string& kernels) const {
    return assay("check " + kernels + three_cases + " --out " + folder_.string());
  }
  reports::Run record() const {
    std::ifstream file(folder_ / "report.json");
    return read_record(file, "report.json");
  }
};

TEST_F(Foreign, WhoeverFaultsTakesNothingElseAlong) {
  for (const char* const name : {"null_write", "exits", "throws", "leaves_an_element", "leaves_lse", "reads_past_key",
                                 "closes_everything", "crashes_in_supports"}) {
    const std::string library = hostile(name);
    const Ended ended = check("explicit_fp32 " + word(library) + " tiled");
    EXPECT_EQ(ended.code, 1) << ended.said;
    const reports::Run run = record();
    EXPECT_EQ(run.outcomes.size(), 9U) << name;
    EXPECT_EQ(count(run, library, "faulted"), 3) << ended.said;
    EXPECT_EQ(count(run, "explicit_fp32", "holds"), 3) << ended.said;
    EXPECT_EQ(count(run, "tiled", "holds"), 3) << ended.said;
  }
}

TEST_F(Foreign, BothEndsOfEveryCallAreGuarded) {
  for (const char* const name : {"reads_past_any", "reads_before_any"}) {
    const std::string library = hostile(name);
    const Ended ended = assay("check " + word(library) + " --suite quick --checks reference --out " + folder_.string());
    const reports::Run run = record();
    const auto refused = count(run, library, "not applicable");
    EXPECT_GT(count(run, library, "faulted"), 0) << ended.said;
    EXPECT_EQ(count(run, library, "faulted") + refused, std::ssize(run.outcomes)) << ended.said;
    for (const Outcome& outcome : run.outcomes) {
      const auto* fault = std::get_if<properties::Faulted>(&outcome.verdict);
      EXPECT_TRUE(!fault || fault->kind == FaultKind::OutOfBoundsRead) << name_of(fault->kind) << fault->where;
    }
  }
}

TEST_F(Foreign, ALyingWorkerDoesNotEndTheRun) {
  const Ended ended = check("explicit_fp32 " + word(hostile("forges_answers")));
  EXPECT_LE(ended.code, 1) << ended.said;
  EXPECT_EQ(count(record(), "explicit_fp32", "holds"), 3) << ended.said;
}

TEST_F(Foreign, AFaultIsRepeatedByItsReplayLine) {
  const Ended ended = check(word(hostile("reads_past_head")));
  EXPECT_EQ(ended.code, 1) << ended.said;
  const std::size_t begin = ended.said.find("assay replay '");
  ASSERT_NE(begin, std::string::npos) << ended.said;
  const std::string line = ended.said.substr(begin, ended.said.find('\n', begin) - begin);
  const Ended again = assay(line.substr(std::string("assay ").size()));
  EXPECT_EQ(again.code, 1) << again.said;
  EXPECT_THAT(again.said, HasSubstr("out of bounds read: key slice 0 (batch 0, head 0), 0 bytes past the end"));
}

TEST_F(Foreign, ALibraryThatCannotBeUsedIsTheWorldsFaultInOneLine) {
  std::ofstream(folder_ / "text.so") << "int attention;\n";
  std::vector<std::string> libraries{(folder_ / "text.so").string(), folder_.string() + "/",
                                     (folder_ / "none.so").string()};
  for (const char* const name :
       {"without_symbol", "wrong_version", "returns_null", "undefined_symbol", "aborts_in_constructor"})
    libraries.push_back(hostile(name));
  for (const std::string& library : libraries) {
    const Ended ended = assay("check " + word(library) + three_cases, "2>&1 >/dev/null");
    EXPECT_EQ(ended.code, 3) << library << ": " << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(library.substr(0, library.size() - 1)));
    EXPECT_EQ(std::ranges::count(ended.said, '\n'), 1) << ended.said;
  }
}

TEST_F(Foreign, TheRecordSaysHowKernelsAreKeptApart) {
  check("explicit_fp32");
  EXPECT_THAT(record().environment.isolation, HasSubstr("processes of their own"));
  EXPECT_THAT(record().environment.isolation, Not(HasSubstr("confined"))) << "no library, nothing known";
  check(word(hostile("null_write")));
  EXPECT_THAT(record().environment.isolation, HasSubstr("processes of their own, confined"));
}

std::string labelled(const std::string& name) { return ASSAY_LABELLED_FOLDER "/lib" + name + ".so"; }

TEST_F(Foreign, LabelsStandInEveryReportOfACheck) {
  const std::string emulated = labelled("emulated"), device = labelled("device");
  std::string formats;
  for (const char* const format : {"json", "junit", "html", "markdown"})
    formats += " --report '" + std::string(format) + ":" + (folder_ / format).string() + "'";
  const Ended ended = assay("check explicit_fp32 " + word(emulated) + " " + word(device) + three_cases + formats);
  EXPECT_EQ(ended.code, 1) << ended.said;
  std::map<std::string, std::string> reports{{"console", ended.said}};
  for (const char* const format : {"json", "junit", "html", "markdown"}) {
    std::ifstream file(folder_ / format);
    reports[format] = {std::istreambuf_iterator<char>(file), {}};
  }
  for (const auto& [format, text] : reports)
    for (const char* const told :
         {"native", "reverse", "checked", "fp32-fma", "Some GPU", "13.0.88",
          "evidence of logic, not of device numerics, memory order or speed; never run on a GPU"})
      EXPECT_THAT(text, HasSubstr(told)) << format;
  for (const char* const format : {"console", "html"})
    EXPECT_THAT(reports.at(format), HasSubstr("libemulated.so (emulated)")) << format << ": a failure has its label";
  EXPECT_THAT(reports.at("junit"), HasSubstr("name=\"[emulated] b=1"));
  EXPECT_THAT(reports.at("junit"), HasSubstr("name=\"[cuda] b=1"));
}

TEST_F(Foreign, ALibraryThatContainsTheEmulatorIsLabelledByIt) {
  const Ended ended = assay("check " + word(labelled("emulated_unlabelled")) + three_cases);
  EXPECT_EQ(ended.code, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("emulated (order linear, flavour plain, model fp32-fma)"));
  EXPECT_THAT(ended.said, HasSubstr("races, bounds and unwritten memory are not looked for"));
}

TEST_F(Foreign, ADevicesRecordIsComparedWithItsEmulation) {
  const std::string before = (folder_ / "emulated.json").string(), after = (folder_ / "device.json").string();
  assay("check " + word(labelled("emulated")) + three_cases + " --report 'json:" + before + "'");
  assay("check " + word(labelled("device")) + three_cases + " --report 'json:" + after + "'");
  const Ended there = assay("diff '" + before + "' '" + after + "'"),
              back = assay("diff '" + after + "' '" + before + "'");
  EXPECT_EQ(there.code, 0) << there.said;
  EXPECT_THAT(there.said, HasSubstr("3 checks in both: 2 same, 0 worse, 1 better"));
  EXPECT_THAT(there.said, HasSubstr("emulated (order reverse, flavour checked, model fp32-fma)"));
  EXPECT_EQ(back.code, 1) << back.said;
}

}  // namespace
}  // namespace assay::reports::cli

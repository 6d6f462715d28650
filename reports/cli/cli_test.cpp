// SPDX-License-Identifier: Apache-2.0
//
// The program as a person meets it: exit codes, messages, files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "reference/model/contract.hpp"
#include "reports/cli/options.hpp"
#include "reports/cli/program.hpp"

namespace assay::reports::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class Program : public testing::Test {
 protected:
  const fs::path folder_ = fs::path(testing::TempDir()) / ("assay_cli_" + std::to_string(::getpid()));
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
};

const std::string plain = "b=2 hq=2 hkv=1 tq=5 tk=7 dk=8 dv=6 dtype=fp32 recipe=r1 seed=3";
const std::string line = "'" + plain + "'";

TEST_F(Program, EndsWithZeroWhenAnHonestKernelHolds) {
  const Ended ended = assay("replay " + line + " explicit_fp32");
  EXPECT_EQ(ended.code, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("PASS"));
}

TEST_F(Program, EndsWithOneForTheCanaryAndSaysHowToRepeatIt) {
  const Ended ended = assay("replay " + line + " fault/canary");
  EXPECT_EQ(ended.code, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("FAIL"));
  EXPECT_THAT(ended.said, HasSubstr("assay replay '"));
}

TEST_F(Program, EndsWithOneWhenTheKernelRefusesEverything) {
  const Ended ended = assay("check explicit_fp32 --problem 'b=1 hq=1 hkv=1 tq=2 tk=3 dk=4 dv=4 dtype=fp64'");
  EXPECT_EQ(ended.code, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("nothing that was run gave evidence"));
}

TEST_F(Program, NamesTheFieldOfAMalformedLine) {
  const Ended ended = assay("check --problem 'b=1 hq=1 hkv=1 tq=2 tk=3 dk=4 dv=4 dtype=fp32 no_such_field=3'");
  EXPECT_EQ(ended.code, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("no_such_field"));
}

TEST_F(Program, NamesTheKnownKernelsForAnUnknownOne) {
  const Ended ended = assay("check no_such_kernel --problem 'b=1 hq=1 hkv=1 tq=2 tk=3 dk=4 dv=4 dtype=fp32'");
  EXPECT_EQ(ended.code, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("explicit_fp32"));
}

TEST_F(Program, TakesKernelsByPattern) {
  const Ended ended = assay("check 'explicit_*' 'fault/window_left*' --checks reference --problem " + line);
  EXPECT_THAT(ended.said, HasSubstr("1 case, 5 kernels, 5 verdicts"));
  const Ended none = assay("check 'no_such*' --problem " + line);
  EXPECT_EQ(none.code, 2) << none.said;
  EXPECT_THAT(none.said, HasSubstr("no kernel matches 'no_such*'"));
}

TEST_F(Program, CallsAMissingFileTheWorldsFault) {
  for (const char* option : {"--lines", "--inputs"}) {
    const Ended ended = assay(std::string("check ") + option + " /no/such/file");
    EXPECT_EQ(ended.code, 3) << ended.said;
    EXPECT_THAT(ended.said, HasSubstr("/no/such/file"));
  }
}

TEST_F(Program, SaysBeforeItRunsWhatWouldBeRightForAVerbAndAPlace) {
  const std::string folder = folder_.string(), file = (folder_ / "text").string();
  std::ofstream(folder_ / "text") << "text";
  const std::pair<std::string, std::string> wrong[] = {
      {"", "a verb is missing; right would be check, replay"},
      {"chekc", "'chekc' is no verb; right would be check, replay"},
      {"replay 'b=1'", "kernel is required; `assay replay --help`"},
      {"check --out " + file, "--out: " + file + " is a file"},
      {"check --report html:" + folder, "--report: " + folder + " is a directory"},
      {"check libmine.txt", "a library by its path, as in ./libmine.so"},
      {"pack -o " + file, file + " is a file; right would be a new folder"}};
  for (const auto& [arguments, right] : wrong) {
    const Ended ended = assay(arguments);
    EXPECT_EQ(ended.code, 2) << arguments << ": " << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(right));
  }
  const Ended graded = assay("grade " + folder + " " + folder);
  EXPECT_THAT(graded.said, HasSubstr(folder + " has no manifest.json; right would be"));
}

TEST_F(Program, CallsADirectoryOneWhereAFileShouldBe) {
  for (const char* option : {"--lines", "--inputs"}) {
    const Ended ended = assay(std::string("check ") + option + " " + folder_.string());
    EXPECT_EQ(ended.code, 3) << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(folder_.string() + ": it is a directory"));
  }
}

TEST_F(Program, SaysOfAPackThatItsCasesStayAsTheyAre) {
  const std::string help = assay("pack --help").said;
  EXPECT_THAT(help, HasSubstr("each case says"));
  EXPECT_THAT(help, testing::Not(HasSubstr("libraries declare")));
}

TEST_F(Program, NamesTheLineOfAFileOfCases) {
  std::ofstream(folder_ / "mine.cases") << "# mine\n\n" << plain << "\ntq=minus\n";
  const Ended ended = assay("check --lines " + (folder_ / "mine.cases").string());
  EXPECT_EQ(ended.code, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("line 4"));
}

TEST_F(Program, RefusesATruncatedSafetensorsFile) {
  std::ofstream(folder_ / "short.safetensors") << "abc";
  EXPECT_EQ(assay("check --inputs " + (folder_ / "short.safetensors").string()).code, 2);
}

TEST_F(Program, CallsWrongArgumentsUsage) {
  for (const char* arguments :
       {"", "chekc", "check --suite", "check --suite no_such", "check --threads 0", "check --budget 60", "list nothing",
        "explain", "replay 'dtype=fp32'", "check --report html", "check --report yaml:x",
        "check --checks no_such_property", "check --require fp31", "fuzz", "explain fault no_such"})
    EXPECT_EQ(assay(arguments).code, 2) << arguments;
}

TEST_F(Program, NamesWhatWouldBeRightForAValueThatMeansNothing) {
  const std::pair<const char*, const char*> wrong[] = {{"check --require ''", "it is empty"},
                                                       {"check --convention ''", "it is empty"},
                                                       {"check --call-time 0ms", "right would be 10s"},
                                                       {"fuzz tiled --seed -1", "a whole number from 0"},
                                                       {"fuzz tiled --cases -1", "a whole number from 0"}};
  for (const auto& [arguments, right] : wrong) {
    const Ended ended = assay(arguments);
    EXPECT_EQ(ended.code, 2) << arguments << ": " << ended.said;
    EXPECT_THAT(ended.said, HasSubstr(right));
  }
}

TEST_F(Program, RepeatsAFailureWithTheArithmeticThatWasRequired) {
  const Ended ended = assay("replay " + line + " fault/canary --require 'fp32 block=64'");
  EXPECT_EQ(ended.code, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("fault/canary --require 'fp32 "));
  const Ended fuzzed = assay("fuzz fault/canary --seed 1 --cases 200 --require 'fp32 block=64'");
  EXPECT_EQ(fuzzed.code, 1) << fuzzed.said;
  EXPECT_THAT(fuzzed.said, HasSubstr("fault/canary --require 'fp32 "));
}

TEST_F(Program, ComparesTwoRecordsAndSaysByItsCodeWhatBecameOfThem) {
  const std::string good = (folder_ / "good.json").string(), bad = (folder_ / "bad.json").string();
  assay("check explicit_fp32 --problem " + line + " --report json:" + good);
  EXPECT_EQ(assay("diff " + good + " " + good).code, 0);
  std::string text = content(good);
  text.replace(text.find("\"verdict\":\"holds\""), 17, "\"verdict\":\"faulted\",\"kind\":\"hang\",\"where\":\"x\"");
  std::ofstream(bad) << text;
  const Ended ended = assay("diff " + good + " " + bad);
  EXPECT_EQ(ended.code, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("holds -> faulted: hang: x"));
  EXPECT_THAT(assay("diff --format json " + bad + " " + good).said, HasSubstr("\"exit_code\": 0"));
  EXPECT_EQ(assay("diff " + good + " " + (folder_ / "none.json").string()).code, 3);
  EXPECT_EQ(assay("diff " + good).code, 2);
  EXPECT_EQ(assay("diff --format yaml " + good + " " + good).code, 2);
  std::ofstream(bad) << "{}";
  EXPECT_EQ(assay("diff " + good + " " + bad).code, 2);
}

TEST_F(Program, LeavesNoFolderBehindWhenItCannotPack) {
  const std::string folder = (folder_ / "pack").string();
  EXPECT_EQ(assay("pack -o " + folder + " --dtype fp64 --problem " + line).code, 2);
  EXPECT_FALSE(fs::exists(folder));
}

TEST_F(Program, HelpsWithZero) {
  for (const char* arguments : {"--help", "check --help", "--version", "list", "list fills", "explain fault canary",
                                "explain verdict doubtful"})
    EXPECT_EQ(assay(arguments).code, 0) << arguments;
}

TEST_F(Program, ShowsWhoKillsWhichFault) {
  const Ended ended = assay("list --kill-matrix");
  EXPECT_EQ(ended.code, 0);
  EXPECT_THAT(ended.said, HasSubstr("\nno_rescale "));
  EXPECT_THAT(ended.said, HasSubstr("suite standard: some case shows "));
  EXPECT_THAT(ended.said, HasSubstr("honest twins: of 165 of 165 faults the kernel without the fault lives"));
  EXPECT_THAT(ended.said, HasSubstr(".: it did not in the few cases"));
}

TEST_F(Program, ShowsWhatCanBePlantedInCudaKernelsBesideTheZoo) {
  EXPECT_THAT(assay("list faults").said, HasSubstr("fault/cuda/tiled_small/no_rescale"));
  const Ended explained = assay("explain fault cuda/tensor_core_small/copies_awaited_short");
  EXPECT_EQ(explained.code, 0) << explained.said;
  EXPECT_THAT(explained.said, HasSubstr("caught by    pending copy read"));
  EXPECT_THAT(assay("list --kill-matrix").said, testing::Not(HasSubstr("tiled_small")));
}

TEST_F(Program, ExplainsAFailureOfARecordInWords) {
  const std::string record = (folder_ / "report.json").string();
  assay("check fault/canary --checks reference --problem " + line + " --out " + folder_.string());
  const Ended ended = assay("explain verdict " + record + ":1");
  EXPECT_EQ(ended.code, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("No correct kernel of this arithmetic gives this number"));
  EXPECT_THAT(ended.said, HasSubstr("kernel gave  0\n"));
  EXPECT_THAT(ended.said, HasSubstr("see it       assay replay "));
  EXPECT_EQ(assay("explain verdict " + record + ":2").code, 2);
  EXPECT_EQ(assay("explain verdict nonsense").code, 2);
  EXPECT_EQ(assay("explain verdict " + (folder_ / "none.json").string() + ":1").code, 3);
}

TEST_F(Program, SaysOfAReplayedNumberThatItIsNotTheExactOne) {
  const std::string record = (folder_ / "report.json").string();
  assay(
      "check tiled --checks reference --require 'bf16 p_normalised=1' --problem "
      "'b=1 hq=1 hkv=1 tq=8 tk=40 dk=8 dv=8 dtype=bf16 out=fp32 recipe=r1 seed=3' --out " +
      folder_.string());
  EXPECT_THAT(assay("explain verdict " + record + ":1").said, HasSubstr("it rounds to "));
}

/// The lines between two texts, without the first.
std::string after(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from) + from.size();
  return text.find(from) == std::string::npos ? "" : text.substr(begin, text.find(to, begin) - begin);
}

TEST_F(Program, PrintsBesideAFindWhatReplayingItPrints) {
  const Ended fuzzed = assay("fuzz fault/mask_on_query_axis --seed 1 --cases 500");
  ASSERT_EQ(fuzzed.code, 1) << fuzzed.said;
  const std::string finding = after(fuzzed.said, "  [1] ", "\n\n");
  ASSERT_THAT(finding, HasSubstr("wrong: "));
  const std::string command = after(finding, "      assay ", "\n");
  ASSERT_THAT(command, HasSubstr("replay "));
  const std::string replayed = after(assay(command + " --checks reference").said, "  [1] ", "\n\n");
  EXPECT_EQ(replayed, finding);
}

TEST_F(Program, ExplainsAFailureWithWhatExplainsItAndDigitsThatDiffer) {
  const std::string record = (folder_ / "report.json").string();
  assay("check explicit_fp32 --require fp64 --checks reference --problem " + line + " --out " + folder_.string());
  const std::string ended = assay("explain verdict " + record + ":1").said;
  EXPECT_THAT(ended, HasSubstr("\nexplanation  "));
  EXPECT_THAT(ended, HasSubstr("\n             wrong: "));
  const std::string got = after(ended, "kernel gave  ", "\n"), exact = after(ended, "exact        ", "\n");
  EXPECT_NE(got, exact) << ended;
  EXPECT_FALSE(got.empty());
}

TEST_F(Program, SaysOfAFileThatIsNoRecordWhatWouldBeRight) {
  const std::string text = (folder_ / "text").string(), record = (folder_ / "report.json").string();
  std::ofstream(folder_ / "text") << "text";
  for (const std::string& arguments : {"diff " + text + " " + text, "explain verdict " + text + ":1"}) {
    const Ended ended = assay(arguments);
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.said, "assay: " + text +
                              " is no run record: it is no JSON; right would be a report.json that `assay check "
                              "--out DIR` wrote\n");
  }
  assay("check explicit_fp32 --checks reference --problem " + line + " --out " + folder_.string());
  EXPECT_THAT(assay("explain verdict " + record + ":1").said, HasSubstr("has no failure and no doubt"));
}

TEST_F(Program, SaysBeforeTheRunThatAPlaceTakesNoReport) {
  const std::string missing = (folder_ / "no" / "such").string();
  const std::pair<std::string, std::pair<int, std::string>> wrong[] = {
      {"--report json:" + missing + "/x.json", {2, "--report: there is no folder " + missing}},
      {"--out " + missing, {2, "--out: there is no folder " + (folder_ / "no").string()}},
      {"--out /proc/nope", {3, "--out: cannot make the folder /proc/nope: "}},
      {"--report json:/proc/nope.json", {3, "--report: cannot write into /proc: "}}};
  for (const auto& [option, right] : wrong) {
    const Ended ended = assay("check " + option);  // the whole standard suite, if it were not refused
    EXPECT_EQ(ended.code, right.first) << ended.said;
    EXPECT_THAT(ended.said, testing::StartsWith("assay: " + right.second));
  }
  EXPECT_FALSE(fs::exists(folder_ / "no"));
  const std::string fresh = (folder_ / "fresh").string();
  EXPECT_EQ(assay("check no_such_kernel --out " + fresh).code, 2);
  EXPECT_FALSE(fs::exists(fresh)) << "a run that cannot begin leaves nothing behind";
  EXPECT_EQ(assay("check explicit_fp32 --checks reference --problem " + line + " --out " + fresh + "/").code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "fresh" / "report.json"));
}

TEST_F(Program, ShowsOneListAtATime) {
  for (const char* arguments :
       {"list faults --kill-matrix", "list --kill-matrix --suite quick", "list faults --suite quick"}) {
    const Ended ended = assay(arguments);
    EXPECT_EQ(ended.code, 2) << arguments;
    EXPECT_THAT(ended.said, HasSubstr("one at a time"));
  }
}

TEST_F(Program, SaysOfACommandBesideAFaultWhatItShows) {
  const std::string said = assay("explain fault scratch_left_over").said;
  EXPECT_THAT(said, HasSubstr("properties change the call and may still meet the fault"));
  EXPECT_THAT(said, HasSubstr("it takes several calls"));
  EXPECT_EQ(assay(after(said, "see it       assay ", "\n")).code, 1);
  EXPECT_EQ(assay(after(assay("explain fault scale_twice").said, "fault\n             assay ", "\n")).code, 0);
}

TEST_F(Program, WritesReportsAndSaysWhere) {
  const Ended ended = assay("check explicit_fp32 --problem " + line + " --out " + folder_.string() +
                            " --report markdown:" + (folder_ / "summary.md").string());
  EXPECT_EQ(ended.code, 0) << ended.said;
  for (const char* name : {"report.json", "junit.xml", "report.html", "summary.md"}) {
    EXPECT_GT(fs::file_size(folder_ / name), 0u) << name;
    EXPECT_THAT(ended.said, HasSubstr((folder_ / name).string()));
  }
}

TEST_F(Program, LeavesAnEarlierReportWholeWhenItCannotRun) {
  std::ofstream(folder_ / "report.json") << "earlier";
  EXPECT_EQ(assay("check --problem 'b=1 hq=1 hkv=1 tq=2 tk=3 dk=4 dv=4 dtype=none' --out " + folder_.string()).code, 2);
  EXPECT_EQ(assay("check --inputs /no/such/file --out " + folder_.string()).code, 3);
  EXPECT_EQ(content(folder_ / "report.json"), "earlier");
}

/// Start the program on a terminal, press Ctrl-C once it says so, and wait for its exit code.
int interrupted_exit_code(std::vector<const char*> arguments, const std::string& once_it_says) {
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    arguments.insert(arguments.begin(), "assay");
    arguments.push_back(nullptr);
    ::execv(ASSAY_BINARY, const_cast<char* const*>(arguments.data()));
    ::_exit(99);
  }
  std::string said;
  char buffer[4096];
  bool pressed = false;
  for (ssize_t n; (n = ::read(terminal, buffer, sizeof buffer)) > 0;) {
    said.append(buffer, static_cast<std::size_t>(n));
    if (pressed || said.find(once_it_says) == std::string::npos) continue;
    pressed = true;
    ::kill(child, SIGINT);
  }
  ::close(terminal);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(pressed) << said;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST_F(Program, FinishesItsReportsWhenInterrupted) {
  const std::string folder = folder_.string();
  const auto record = [&] { return content(folder_ / "report.json"); };
  EXPECT_EQ(interrupted_exit_code({"check", "--suite", "standard", "--threads", "1", "--out", folder.c_str()}, "1 of "),
            130);
  EXPECT_THAT(record(), HasSubstr("\"interrupted\": true"));
  fs::remove(folder_ / "report.json");
  EXPECT_EQ(interrupted_exit_code({"fuzz", "tiled", "--seed", "1", "--time", "60s", "--out", folder.c_str()}, "seed 1"),
            130);
  EXPECT_THAT(record(), HasSubstr("\"interrupted\": true"));
}

TEST_F(Program, PrintsTheLinesOfASuiteThatItReadsAgain) {
  const Ended lines = assay("list --suite quick");
  EXPECT_EQ(lines.code, 0);
  std::ofstream(folder_ / "quick.cases") << lines.said;
  EXPECT_EQ(
      assay("check explicit_fp32 --checks reference --budget 0s --lines " + (folder_ / "quick.cases").string()).code,
      1);
}

TEST(Arguments, MayRepeatAndDoNotSwallowTheirNeighbours) {
  const char* const arguments[] = {
      "assay",    "check",  "--problem", "a=1",     "tiled",         "--problem", "b=2",
      "--report", "html:x", "--report",  "junit:y", "explicit_fp32", "--checks",  "reference,row_sums"};
  const auto check = std::get<CheckOptions>(parse_options(std::size(arguments), arguments));
  EXPECT_EQ(check.problems, (std::vector<std::string>{"a=1", "b=2"}));
  EXPECT_EQ(check.kernels, (std::vector<std::string>{"tiled", "explicit_fp32"}));
  EXPECT_EQ(check.report.reports, (std::vector<std::string>{"html:x", "junit:y"}));
  EXPECT_EQ(check.checks, (std::vector<std::string>{"reference", "row_sums"}));
}

TEST(Durations, HaveAUnit) {
  EXPECT_EQ(parse_duration("60s", "--time"), 60);
  EXPECT_EQ(parse_duration("500ms", "--time"), 0.5);
  EXPECT_EQ(parse_duration("1.5m", "--time"), 90);
  for (const char* wrong : {"60", "s", "-1s", "1d", "nans", ""})
    EXPECT_THROW(parse_duration(wrong, "--time"), UsageError) << wrong;
}

}  // namespace
}  // namespace assay::reports::cli

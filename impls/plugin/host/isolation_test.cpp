// SPDX-License-Identifier: Apache-2.0
// Every library of impls/foreign/hostile, called through the sandbox: each fault is told by kind and place, again when
// it is called again, and nothing else is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "impls/foreign/hostile/calling.hpp"
#include "impls/plugin/host/sandbox.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

class Hostile : public testing::TestWithParam<Expected> {};

const Expected faults[] = {
    {"null_write", "crash", "SIGSEGV, writing address 0x0"},
    {"stack_overflow", "crash", "SIGSEGV"},
    {"aborts", "crash", "SIGABRT"},
    {"exits", "exit", "code 0 before the call returned"},
    {"exits_at_once", "exit", "code 0 before the call returned"},
    {"throws", "exception", "tile 7 did not fit"},
    {"loops_forever", "hang", "0.3 s"},
    {"sleeps_forever", "hang", "0.3 s"},
    {"stops_itself", "hang", "0.3 s"},
    {"allocates_forever", "memory", "memory used up"},
    {"allocates_slowly", "memory", "of 128 MiB of memory taken and ever more"},
    {"allocates_all_and_waits", "memory", "of 128 MiB of memory taken"},
    {"replaces_handler", "exit", "code 0 before the call returned"},
    {"closes_everything", "exit", "it closed the descriptor"},
    {"reads_past_key", "out of bounds read", "key slice 1 (batch 0, head 1), 0 bytes past the end"},
    {"reads_past_head", "out of bounds read", "key slice 0 (batch 0, head 0), 0 bytes past the end"},
    {"reads_before_value", "out of bounds read", "value slice 0 (batch 0, head 0), 4 bytes before the start"},
    {"writes_past_out", "out of bounds write", "out slice 1 (batch 0, head 1), 0 bytes past the end"},
    {"writes_before_out", "out of bounds write", "out slice 0 (batch 0, head 0), 4 bytes before the start"},
    {"writes_query", "input written", "query"},
    {"unprotects_query", "input written", "query"},
    {"keeps_handler", "caller state", "handler of SIGSEGV"},
    {"keeps_rounding", "caller state", "rounding mode"},
    {"returns_error", "error status", "tile 7 did not fit"},
    {"returns_nonsense", "error status", "4711"},
    {"wants_much_workspace", "memory", "workspace of 1152921504606846976 bytes"},
    {"unknown_supports", "bad answer", "supports() returned 777"},
    {"unparsable_arithmetic", "bad answer", "arithmetic_for() returned 'fast and exact'"},
};

TEST_P(Hostile, IsToldByKindAndPlaceEachTime) {
  const Expected expected = GetParam();
#if defined(__SANITIZE_ADDRESS__)
  if (std::string(expected.kind) == "memory") GTEST_SKIP() << "the address sanitizer leaves no memory limit";
#endif
  const Call call = make_call();
  const bool hangs = std::string(expected.kind) == "hang";
  const bool allocates = std::string(expected.where).starts_with("of 128 MiB");
  const double seconds = hangs ? short_time : allocates ? filling_time : long_time;
  const KernelPointer kernel = plugin_kernel(hostile(expected.library), limits(seconds));
  for (int n = 0; n < 2; ++n) {
    const std::string fault = fault_of(*kernel, call);
    EXPECT_THAT(fault, testing::StartsWith(std::string(expected.kind) + ": "));
    EXPECT_THAT(fault, HasSubstr(expected.where));
    EXPECT_THAT(fault, Not(HasSubstr("\n")));
  }
}

INSTANTIATE_TEST_SUITE_P(Isolation, Hostile, testing::ValuesIn(faults),
                         [](const auto& made) { return test_name(made.param.library); });

class Late : public testing::TestWithParam<Expected> {};

const Expected late[] = {
    {"writes_out_late", "written after return", "out slice 1 (batch 0, head 1)"},
    {"writes_key_late", "written after return", "key slice 1 (batch 0, head 1)"},
    {"aborts_late", "crash", "SIGABRT, after the call had returned"},
};

// Where cores are few the thread may run before the call returns, or in the next one, and is told by what it does
// there.
TEST_P(Late, IsToldByKindAndPlaceWhenItsThreadRunsInTime) {
  const KernelPointer kernel = plugin_kernel(hostile(GetParam().library), limits());
  const Call call = make_call();
  std::string seen;
  for (int n = 0; n < 20; ++n) {
    const std::string fault = fault_of(*kernel, call);
    if (fault.starts_with(GetParam().kind) && fault.find(GetParam().where) != std::string::npos) return;
    seen += fault + "\n";
  }
  ADD_FAILURE() << seen;
}

INSTANTIATE_TEST_SUITE_P(Isolation, Late, testing::ValuesIn(late),
                         [](const auto& made) { return test_name(made.param.library); });

/// The library is refused in one line that names it and says what is wrong.
void expect_refused(const fs::path& library, const std::string& why) {
  try {
    SandboxOptions options = limits();
    options.load_seconds = why.starts_with("hang") ? short_time : long_time;
    plugin_kernel(library, options);
    ADD_FAILURE() << library << " was taken";
  } catch (const EnvironmentError& error) {
    EXPECT_THAT(error.what(), HasSubstr(library.string()));
    EXPECT_THAT(error.what(), HasSubstr(why));
    EXPECT_THAT(error.what(), Not(HasSubstr("\n")));
  }
}

class Unloadable : public testing::TestWithParam<Expected> {};

const Expected unloadable[] = {
    {"without_symbol", "", "assay_plugin_entry"},
    {"wrong_version", "", "version"},
    {"without_forward", "", "forward"},
    {"without_name", "", "name"},
    {"returns_null", "", "version"},
    {"undefined_symbol", "", "nobody_has_this"},
    {"aborts_in_constructor", "", "SIGABRT; it wrote:  [2Jtable of tiles is missing"},
    {"exits_in_constructor", "", "exit"},
    {"hangs_in_constructor", "", "hang, no answer within 0.3 s"},
};

TEST_P(Unloadable, IsRefusedInOneLine) { expect_refused(hostile(GetParam().library), GetParam().where); }

INSTANTIATE_TEST_SUITE_P(Isolation, Unloadable, testing::ValuesIn(unloadable),
                         [](const auto& made) { return test_name(made.param.library); });

TEST(Isolation, ALibraryThatNeedsOneElsewhereIsToldWhereItMayLie) {
  const fs::path library = hostile("needs_elsewhere");
  setenv("LD_LIBRARY_PATH", (library.parent_path() / "elsewhere").c_str(), 1);
  EXPECT_NO_THROW(plugin_kernel(library, limits()));
  unsetenv("LD_LIBRARY_PATH");
  const std::string missing = lost(*plugin_kernel(hostile("returns_error"), limits()));
  if (missing.find("Landlock") != std::string::npos) GTEST_SKIP() << missing;
  expect_refused(library, "libelsewhere.so: cannot open");
  expect_refused(library, "folders that LD_LIBRARY_PATH names");
}

/// A folder of files that are no plug-ins of this machine.
class NoPlugins : public testing::Test {
 protected:
  NoPlugins() {
    char name[] = "/tmp/assay_isolation_XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~NoPlugins() override { fs::remove_all(folder_); }

  fs::path file(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }
  static std::string library() {
    std::ifstream in(hostile("aborts"), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

TEST_F(NoPlugins, AFileThatIsNotThereIsNamed) { expect_refused(folder() / "none.so", "no such file"); }

TEST_F(NoPlugins, AFolderIsNoLibrary) { expect_refused(folder(), "directory"); }

TEST_F(NoPlugins, ATextIsNoLibrary) {
  expect_refused(file("text.so", "int attention;\n"), "not a shared library");
  expect_refused(file("empty.so", ""), "not a shared library");
}

TEST_F(NoPlugins, AnotherMachinesLibraryIsNamedSo) {
  constexpr std::size_t machine = 18;  // e_machine of an ELF header, little endian
  std::string other = library();
  ASSERT_GT(other.size(), machine);
  other[machine] = static_cast<char>(other[machine] == '\x3e' ? 0xb7 : 0x3e);
  expect_refused(file("other.so", other), "built for");
}

TEST_F(NoPlugins, ATornLibraryIsRefused) {
  expect_refused(file("torn.so", library().substr(0, 1000)), "");
  expect_refused(file("header.so", library().substr(0, 20)), "");
}

TEST_F(NoPlugins, AProgramIsNoLibrary) { expect_refused("/proc/self/exe", ""); }

TEST(Isolation, AnElementLeftUnwrittenComesBackAsItWas) {
  const Call call = make_call();
  for (const char* const name : {"leaves_an_element", "leaves_lse", "remaps_out"}) {
    Outputs outputs;
    EXPECT_EQ(fault_of(*plugin_kernel(hostile(name), limits()), call, outputs), "");
    const bool lse = std::string(name) == "leaves_lse";
    const Tensor& tensor = lse ? *outputs.lse : outputs.out;
    const Index4& e = tensor.extents();
    EXPECT_EQ(tensor.bits({e[0] - 1, e[1] - 1, e[2] - 1, e[3] - 1}), unwritten_bits(tensor.type().format)) << name;
  }
}

TEST(Isolation, ACrashInTheFifthCallIsSeenAndDoesNotTakeTheEarlierOnesAlong) {
  const Call call = make_call();
  const KernelPointer kernel = plugin_kernel(hostile("fifth_call_crashes"), limits());
  Outputs outputs;
  EXPECT_EQ(fault_of(*kernel, call, outputs), "");
  EXPECT_TRUE(is_attention(call, outputs));
  std::string fault;
  for (int n = 0; n < 5 && fault.empty(); ++n) fault = fault_of(*kernel, call);
  EXPECT_THAT(fault, HasSubstr("crash: SIGABRT"));
  EXPECT_EQ(fault_of(*kernel, call, outputs), "");
  EXPECT_TRUE(is_attention(call, outputs));
}

TEST(Isolation, AnIdleThreadIsNoFault) {
  EXPECT_EQ(fault_of(*plugin_kernel(hostile("keeps_a_thread"), limits()), make_call()), "");
}

TEST(Isolation, WhoTalksTooMuchIsNotHeldUp) {
  const Call call = make_call();
  Outputs outputs;
  EXPECT_EQ(fault_of(*plugin_kernel(hostile("talks_much"), SandboxOptions{}), call, outputs), "");
  EXPECT_TRUE(is_attention(call, outputs));
}

TEST(Isolation, AQuestionThatKillsIsToldByTheCallThatFollowsIt) {
  const Call call = make_call();
  const KernelPointer kernel = plugin_kernel(hostile("crashes_in_supports"), limits());
  EXPECT_TRUE(kernel->supports(call.problem));
  EXPECT_THAT(fault_of(*kernel, call), HasSubstr("crash: SIGABRT"));
}

TEST(Isolation, AHangingWorkerDoesNotOutliveItsJudge) {
  ASSERT_EQ(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);  // orphans become this program's children
  const pid_t judge = fork();
  if (judge == 0) {
    SandboxOptions patient;
    patient.seconds = 100;
    fault_of(*plugin_kernel(hostile("sleeps_forever"), patient), make_call());
    _exit(0);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  kill(judge, SIGKILL);
  ASSERT_EQ(waitpid(judge, nullptr, 0), judge);
  int status = 0;
  pid_t orphan = 0;
  for (int n = 0; n < 300 && orphan == 0; ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    orphan = waitpid(-1, &status, WNOHANG);
  }
  EXPECT_GT(orphan, 0) << "the worker lives on";
}

/// Symbols of a program, demangled.
std::string symbols(const std::string& program) {
  std::string text;
  // NOLINTNEXTLINE(bugprone-command-processor): the program is ours, in the build folder
  FILE* const out = popen(("nm -C '" + program + "' 2>&1").c_str(), "r");
  char buffer[4096];
  while (out && fgets(buffer, sizeof buffer, out)) text += buffer;
  if (out) pclose(out);
  return text;
}

TEST(Isolation, TheWorkerHoldsNoReference) {
  const std::string worker = symbols(ASSAY_WORKER_PROGRAM);
  if (worker.find("not found") != std::string::npos) GTEST_SKIP() << "nm is missing";
  EXPECT_THAT(worker, HasSubstr("assay::impls::worker::"));
  for (const char* const word : {"assay::reference::", "assay::properties::", "mpfi_", "mpfr_", "explicit_fp32"})
    EXPECT_THAT(worker, Not(HasSubstr(word)));
  EXPECT_THAT(symbols("/proc/" + std::to_string(getpid()) + "/exe"), HasSubstr("explicit_fp32"));
}

}  // namespace
}  // namespace assay::impls

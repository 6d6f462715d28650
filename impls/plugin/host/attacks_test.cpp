// SPDX-License-Identifier: Apache-2.0
// Libraries of impls/foreign/hostile that reach for the judge: its memory, its descriptors, its schedule, its word.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "impls/fault_kind.hpp"
#include "impls/foreign/hostile/calling.hpp"
#include "impls/plugin/host/sandbox.hpp"
#include "impls/plugin/worker/child_process.hpp"
#include "reference/model/contract.hpp"

namespace assay::impls {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

/// Each tries what the worker must prevent and reports the refusal as its error; one that succeeds computes attention.
class Reaching : public testing::TestWithParam<Expected> {};

const Expected attempts[] = {
    {"forks_daemon", "system call", "fork: "},
    {"starts_program", "system call", "posix_spawn: "},
    {"opens_socket", "system call", "socket: "},
    {"kills_judge", "system call", "kill: "},
    {"reads_judges_memory", "system call", "process_vm_readv: "},
    {"opens_judges_memory", "Landlock", "open: "},
    {"reads_judges_files", "Landlock", "open: "},
    {"searches_reference", "nothing", "reference: "},
    {"reopens_inputs", "nothing", "no input is writable: "},
    {"shrinks_shared_memory", "nothing", "ftruncate: "},
    {"hoards_memory", "system call", "memory that nobody counts: "},
    {"aims_signals", "system call", "a signal: "},
    {"slows_judge", "system call", "the judge's schedule: "},
};

/// The fault and the caveats of a library that tries something, each on a line. The judge is an ordinary user, as its
/// worker is then: no difference of users protects it.
std::string attempt_of(const char* library) {
  return worker::in_child([&]() -> std::string {
           constexpr uid_t nobody = 65534;
           if (geteuid() == 0 && (setresgid(nobody, nobody, nobody) != 0 || setresuid(nobody, nobody, nobody) != 0))
             return "no other user";
           prctl(PR_SET_DUMPABLE, 1);  // which a change of user takes away: a worker is started from /proc
           try {
             const KernelPointer kernel = plugin_kernel(hostile(library), limits());
             return fault_of(*kernel, make_call()) + "\n" + lost(*kernel);
           } catch (const EnvironmentError& error) {
             return std::string("unusable: ") + error.what();
           }
         })
      .said;
}

TEST_P(Reaching, IsRefusedByTheSystem) {
  const Expected expected = GetParam();
  const std::string said = attempt_of(expected.library);
  const std::size_t end = said.find('\n');
  ASSERT_NE(end, std::string::npos) << "the judge did not outlive it: " << said;
  const std::string fault = said.substr(0, end), missing = said.substr(end + 1);
  if (fault.empty() && missing.find(std::string("no ") + expected.kind) != std::string::npos) GTEST_SKIP() << missing;
  EXPECT_THAT(fault, testing::StartsWith("error status: "));
  EXPECT_THAT(fault, HasSubstr(expected.where));
}

INSTANTIATE_TEST_SUITE_P(Attacks, Reaching, testing::ValuesIn(attempts),
                         [](const auto& made) { return test_name(made.param.library); });

TEST(Attacks, WhatTheSystemRefusesIsACaveatAndTheRestStillHolds) {
  const worker::Ending ending = worker::in_child([]() -> std::string {
    if (!worker::refuses_confinement_from_now_on()) return "no filter to refuse with";
    const KernelPointer kernel = plugin_kernel(hostile("reads_past_head"), limits());
    // Shared memory keeps its size by its seals alone.
    return lost(*kernel) + fault_of(*kernel, make_call()) + "\n" +
           fault_of(*plugin_kernel(hostile("shrinks_shared_memory"), limits()), make_call());
  });
  if (ending.said == "no filter to refuse with") GTEST_SKIP() << ending.said;
  EXPECT_THAT(ending.said, HasSubstr("no Landlock: "));
  EXPECT_THAT(ending.said, HasSubstr("no system call filter: "));
  EXPECT_THAT(ending.said, HasSubstr("out of bounds read: key slice 0 (batch 0, head 0), 0 bytes past the end\n"
                                     "error status: internal error: ftruncate: Operation not permitted"));
}

std::size_t open_descriptors() {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
}

TEST(Attacks, DescriptorsThatALibrarySendsDoNotStayWithTheJudge) {
  const Call call = make_call();
  plugin_kernel(hostile("returns_error"), limits());  // the copy of the worker's program stays open
  const std::size_t before = open_descriptors();
  {
    const KernelPointer kernel = plugin_kernel(hostile("hands_over_descriptors"), limits());
    for (int n = 0; n < 5; ++n) fault_of(*kernel, call);
    EXPECT_LT(open_descriptors(), before + 10);
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(Attacks, WhoStealsATensorsDescriptorCannotTakeItsMemoryAway) {
  const KernelPointer kernel = plugin_kernel(hostile("steals_descriptors"), limits(2));
  std::string seen;
  for (const char* const line : {small_case, odd_case}) seen += fault_of(*kernel, make_call(line)) + "\n";
  EXPECT_THAT(seen, HasSubstr("exit: code " + std::to_string(EPERM)));
}

/// Every tensor's memory as the judge maps it is gone, in a way that no seal prevents.
void take_away_all_tensors() {
  const int empty = memfd_create("empty", 0);
  std::ifstream maps("/proc/self/maps");
  std::vector<std::pair<std::uintptr_t, std::size_t>> tensors;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    if (line.find("/memfd:shared") == std::string::npos) continue;
    if (std::sscanf(line.c_str(), "%lx-%lx", &begin, &end) == 2) tensors.emplace_back(begin, end - begin);
  }
  for (const auto& [begin, bytes] : tensors)
    mmap(reinterpret_cast<void*>(begin), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, empty, 0);
  close(empty);
}

TEST(Attacks, MemoryThatIsGoneIsTheKernelsFaultAndNotTheJudgesEnd) {
  const Call call = make_call();
  const KernelPointer kernel = plugin_kernel(hostile("keeps_a_thread"), limits());
  EXPECT_EQ(fault_of(*kernel, call), "");
  take_away_all_tensors();
  EXPECT_THAT(fault_of(*kernel, call), testing::StartsWith(std::string(name_of(FaultKind::MemoryTakenAway)) + ": "));
  Outputs outputs;
  EXPECT_EQ(fault_of(*kernel, call, outputs), "");
  EXPECT_TRUE(is_attention(call, outputs));
}

TEST(Attacks, AForgedAnswerGainsNothing) {
  const Call call = make_call();
  const KernelPointer kernel = plugin_kernel(hostile("forges_answers"), limits());
  for (int n = 0; n < 3; ++n) {
    Outputs outputs;
    const std::string fault = fault_of(*kernel, call, outputs);
    EXPECT_TRUE(!fault.empty() || is_attention(call, outputs));
  }
}

TEST(Attacks, WhoAnswersWithoutListeningDoesNotHoldUpTheJudge) {
  const Call call = make_call();
  const KernelPointer kernel = plugin_kernel(hostile("answers_in_advance"), limits(short_time));
  for (int n = 0; n < 100; ++n) {
    Outputs outputs;
    const std::string fault = fault_of(*kernel, call, outputs);
    EXPECT_TRUE(!fault.empty() || outputs.out == blank_outputs(call.problem).out) << fault;
  }
}

}  // namespace
}  // namespace assay::impls

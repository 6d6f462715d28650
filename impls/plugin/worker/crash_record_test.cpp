// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/crash_record.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>

#include "impls/plugin/worker/child_process.hpp"

namespace assay::impls::worker {
namespace {

class Crash : public testing::Test {
 protected:
  Crash()
      : record_(static_cast<CrashRecord*>(
            mmap(nullptr, sizeof(CrashRecord), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {}
  ~Crash() override { munmap(record_, sizeof(CrashRecord)); }

  /// The signal that ended a child which crashes so.
  int ends_by(const std::function<void()>& crash) {
    return in_child([&]() -> std::string {
             install_crash_record(record_);
             crash();
             return "survived";
           })
        .signal();
  }
  const CrashRecord& record() const { return *record_; }

 private:
  CrashRecord* record_;
};

/// Opaque to the optimiser.
char* volatile nowhere = nullptr;

char* protected_page(int protection) {
  return static_cast<char*>(mmap(nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

volatile bool deeper = true;

[[gnu::noinline]] int descend(volatile char* above) {
  volatile char here[4096];
  here[0] = above[0];
  return deeper ? descend(here) + here[0] : 0;
}

TEST_F(Crash, AWriteTellsItsAddressAndThatItWasOne) {
  char* const page = protected_page(PROT_READ);
  EXPECT_EQ(ends_by([&] { page[40] = 1; }), SIGSEGV);
  EXPECT_EQ(record().signal, SIGSEGV);
  EXPECT_EQ(record().code, SEGV_ACCERR);
  EXPECT_EQ(record().address, reinterpret_cast<std::uint64_t>(page + 40));
  EXPECT_NE(record().instruction, 0u);
  EXPECT_EQ(record().memory_exhausted, 0);
#if defined(__x86_64__)
  EXPECT_EQ(record().write, 1);
#endif
}

TEST_F(Crash, AReadIsToldFromAWrite) {
  char* const page = protected_page(PROT_NONE);
  EXPECT_EQ(ends_by([&] { static_cast<void>(*static_cast<volatile char*>(page)); }), SIGSEGV);
  EXPECT_EQ(record().address, reinterpret_cast<std::uint64_t>(page));
#if defined(__x86_64__)
  EXPECT_EQ(record().write, 0);
#endif
}

TEST_F(Crash, AnOverflownStackIsRecordedToo) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address sanitizer moves frames off the stack";
#endif
  volatile char top[1] = {};
  EXPECT_EQ(ends_by([&] { descend(top); }), SIGSEGV);
  EXPECT_EQ(record().signal, SIGSEGV);
}

TEST_F(Crash, AbortIsRecorded) {
  EXPECT_EQ(ends_by([] { std::abort(); }), SIGABRT);
  EXPECT_EQ(record().signal, SIGABRT);
  EXPECT_EQ(record().address, 0u);
}

TEST_F(Crash, EverySignalOfACrashIsRecordedAndDeadly) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP}) {
    EXPECT_EQ(ends_by([&] { raise(signal); }), signal);
    EXPECT_EQ(record().signal, signal);
  }
}

TEST_F(Crash, OnlyTheFirstOneCounts) {
  EXPECT_EQ(ends_by([] {
              struct sigaction aborts {};
              aborts.sa_handler = [](int) { std::abort(); };
              sigaction(SIGUSR1, &aborts, nullptr);
              raise(SIGUSR1);
            }),
            SIGABRT);
  EXPECT_EQ(record().signal, SIGABRT);
}

TEST_F(Crash, ExhaustedMemoryIsToldFromAPlainCrash) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the address sanitizer reserves more than any limit";
#endif
  for (const auto resource : {RLIMIT_AS, RLIMIT_DATA}) {
    EXPECT_EQ(ends_by([&] {
                constexpr rlim_t limit = rlim_t{1} << 30;
                const rlimit bounds{limit, limit};
                setrlimit(resource, &bounds);
                while (std::malloc(1 << 24)) {
                }
                *nowhere = 1;
              }),
              SIGSEGV);
    EXPECT_EQ(record().memory_exhausted, 1);
  }
}

}  // namespace
}  // namespace assay::impls::worker

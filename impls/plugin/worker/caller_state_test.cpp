// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/caller_state.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace assay::impls::worker {
namespace {

/// What is said to have changed by an action; all is put back, which is checked.
template <class Action>
std::string change(Action action) {
  const CallerState before = caller_state();
  action();
  std::string changes = changed_since(before);
  restore(before);
  EXPECT_EQ(changed_since(before), "");
  return changes;
}

TEST(CallerState, NothingChangesByItself) {
  EXPECT_EQ(change([] {}), "");
}

TEST(CallerState, AnInexactResultIsNoChange) {
  EXPECT_EQ(change([] {
              volatile double three = 3;
              three = 1 / three;
            }),
            "");
}

TEST(CallerState, TheRoundingModeIsWatched) {
  EXPECT_EQ(change([] { std::fesetround(FE_UPWARD); }), "rounding mode");
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

TEST(CallerState, HandlersAreWatchedByName) {
  EXPECT_EQ(change([] {
              std::signal(SIGSEGV, SIG_IGN);
              std::signal(SIGUSR1, SIG_IGN);
            }),
            "handler of SIGSEGV, handler of SIGUSR1");
}

TEST(CallerState, TheSignalMaskIsWatched) {
  EXPECT_EQ(change([] {
              sigset_t all;
              sigfillset(&all);
              pthread_sigmask(SIG_BLOCK, &all, nullptr);
            }),
            "signal mask");
}

#if defined(__x86_64__)
TEST(CallerState, FlushToZeroIsWatchedInBothItsForms) {
  EXPECT_EQ(change([] { _mm_setcsr(_mm_getcsr() | 0x8000); }), "flush-to-zero");
  EXPECT_EQ(change([] { _mm_setcsr(_mm_getcsr() | 0x0040); }), "flush-to-zero");
}

TEST(CallerState, TrapsAndPrecisionAreWatched) {
  EXPECT_EQ(change([] { _mm_setcsr(_mm_getcsr() & ~0x0200u); }), "floating-point traps");
  EXPECT_EQ(change([] {
              const unsigned short single = 0x007f;
              __asm__ volatile("fldcw %0" : : "m"(single));
            }),
            "x87 precision");
}
#endif

}  // namespace
}  // namespace assay::impls::worker

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>
#include <cstdint>
#include <string>

namespace assay::impls::worker {

/// Registers that decide how the calling thread's arithmetic rounds. Flags that tell what happened are no part of it.
struct FloatingPointControl {
  std::uint64_t vector = 0;  ///< MXCSR of x86, FPCR of AArch64; elsewhere fegetround()
  std::uint64_t x87 = 0;     ///< control word
  bool operator==(const FloatingPointControl&) const = default;
};

/// What a function must leave to its caller as it found it.
struct CallerState {
  /// Those that a library might want: each costs a system call after each kernel call.
  static constexpr std::array signals{SIGILL, SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,  SIGSEGV, SIGSYS,  SIGXCPU,
                                      SIGHUP, SIGINT,  SIGTERM, SIGPIPE, SIGALRM, SIGCHLD, SIGUSR1, SIGPROF};
  FloatingPointControl control;
  std::array<struct sigaction, signals.size()> handlers{};  ///< in the order of signals
  sigset_t mask{};
};

/// The state of the calling thread and its process, now.
CallerState caller_state();

/// What differs now, named and joined by ", " ("rounding mode, handler of SIGSEGV"); empty: nothing.
std::string changed_since(const CallerState& before);

/// Puts it back.
void restore(const CallerState& before);

}  // namespace assay::impls::worker

// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/caller_state.hpp"

#include <cfenv>
#include <cstring>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace assay::impls::worker {
namespace {

#if defined(__x86_64__)
constexpr std::uint64_t rounding_bits = 0x6000, flush_bits = 0x8040, trap_bits = 0x1f80;
constexpr std::uint64_t x87_rounding_bits = 0x0c00, x87_precision_bits = 0x0300, x87_trap_bits = 0x3f;

FloatingPointControl control_now() {
  std::uint16_t word = 0;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  return {_mm_getcsr() & (rounding_bits | flush_bits | trap_bits),
          word & (x87_rounding_bits | x87_precision_bits | x87_trap_bits)};
}

void set_control(const FloatingPointControl& control) {
  _mm_setcsr(static_cast<unsigned>(control.vector));
  const auto word = static_cast<std::uint16_t>(control.x87 | 0x40);
  __asm__ volatile("fldcw %0" : : "m"(word));
}
#elif defined(__aarch64__)
constexpr std::uint64_t rounding_bits = 3u << 22, flush_bits = (1u << 24) | (1u << 19) | 1u, trap_bits = 0x9f00;
constexpr std::uint64_t x87_rounding_bits = 0, x87_precision_bits = 0, x87_trap_bits = 0;

FloatingPointControl control_now() {
  std::uint64_t word = 0;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return {word & (rounding_bits | flush_bits | trap_bits), 0};
}

void set_control(const FloatingPointControl& control) { __asm__ volatile("msr fpcr, %0" : : "r"(control.vector)); }
#else
constexpr std::uint64_t rounding_bits = ~0ull, flush_bits = 0, trap_bits = 0;
constexpr std::uint64_t x87_rounding_bits = 0, x87_precision_bits = 0, x87_trap_bits = 0;

FloatingPointControl control_now() { return {static_cast<std::uint64_t>(std::fegetround()), 0}; }

void set_control(const FloatingPointControl& control) { std::fesetround(static_cast<int>(control.vector)); }
#endif

void name(std::string& list, const std::string& what) { list += (list.empty() ? "" : ", ") + what; }

void name_control(std::string& list, const FloatingPointControl& before, const FloatingPointControl& now) {
  const std::uint64_t vector = before.vector ^ now.vector, x87 = before.x87 ^ now.x87;
  if ((vector & rounding_bits) || (x87 & x87_rounding_bits)) name(list, "rounding mode");
  if (vector & flush_bits) name(list, "flush-to-zero");
  if (x87 & x87_precision_bits) name(list, "x87 precision");
  if ((vector & trap_bits) || (x87 & x87_trap_bits)) name(list, "floating-point traps");
}

/// Compares what a program sets; the C library adds a flag of its own.
bool same_handler(const struct sigaction& one, const struct sigaction& other) {
  constexpr int meaning = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
  return one.sa_sigaction == other.sa_sigaction && (one.sa_flags & meaning) == (other.sa_flags & meaning);
}

}  // namespace

CallerState caller_state() {
  CallerState state;
  state.control = control_now();
  for (std::size_t n = 0; n < state.handlers.size(); ++n)
    sigaction(CallerState::signals[n], nullptr, &state.handlers[n]);
  pthread_sigmask(SIG_SETMASK, nullptr, &state.mask);
  return state;
}

std::string changed_since(const CallerState& before) {
  std::string changes;
  name_control(changes, before.control, control_now());
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  bool same_mask = true;
  for (std::size_t n = 0; n < before.handlers.size(); ++n) {
    const int signal = CallerState::signals[n];
    struct sigaction now {};
    sigaction(signal, nullptr, &now);
    if (!same_handler(now, before.handlers[n])) name(changes, "handler of SIG" + std::string(sigabbrev_np(signal)));
    same_mask &= sigismember(&mask, signal) == sigismember(&before.mask, signal);
  }
  if (!same_mask) name(changes, "signal mask");
  return changes;
}

void restore(const CallerState& before) {
  set_control(before.control);
  for (std::size_t n = 0; n < before.handlers.size(); ++n)
    sigaction(CallerState::signals[n], &before.handlers[n], nullptr);
  pthread_sigmask(SIG_SETMASK, &before.mask, nullptr);
}

}  // namespace assay::impls::worker

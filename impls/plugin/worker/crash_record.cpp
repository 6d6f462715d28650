// SPDX-License-Identifier: Apache-2.0
#include "impls/plugin/worker/crash_record.hpp"

#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>

namespace assay::impls::worker {
namespace {

constexpr int fatal_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGSYS, SIGTRAP};

// What a signal handler can reach is global.
CrashRecord* record = nullptr;
std::atomic_flag recorded;

void read_registers(const ucontext_t& context, CrashRecord& into) {
#if defined(__x86_64__)
  constexpr greg_t page_fault = 14, was_write = 2;
  const greg_t* const registers = context.uc_mcontext.gregs;
  into.instruction = static_cast<std::uint64_t>(registers[REG_RIP]);
  if (registers[REG_TRAPNO] == page_fault) into.write = (registers[REG_ERR] & was_write) != 0;
#elif defined(__aarch64__)
  into.instruction = context.uc_mcontext.pc;
#else
  static_cast<void>(context);
  static_cast<void>(into);
#endif
}

bool memory_exhausted() {
  rlimit space{}, data{};
  if (getrlimit(RLIMIT_AS, &space) != 0 || getrlimit(RLIMIT_DATA, &data) != 0) return false;
  const rlim_t bound = std::min(space.rlim_cur, data.rlim_cur);
  if (bound == RLIM_INFINITY) return false;
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  return mmap(nullptr, bound / 8, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED;
}

// Calls only what is safe in a handler, and never returns to code that would go on.
void on_fatal_signal(int signal, siginfo_t* info, void* context) {
  if (record && !recorded.test_and_set()) {
    if (signal == SIGSEGV || signal == SIGBUS) record->address = reinterpret_cast<std::uint64_t>(info->si_addr);
    record->code = info->si_code;
    read_registers(*static_cast<const ucontext_t*>(context), *record);
    record->memory_exhausted = memory_exhausted();
    record->signal = signal;
  }
  struct sigaction by_default {};
  by_default.sa_handler = SIG_DFL;
  sigaction(signal, &by_default, nullptr);
  // Blocked until this handler returns, then deadly, whether the signal came from the processor or from abort().
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
}

void use_alternate_stack() {
#if defined(AT_MINSIGSTKSZ)
  const std::size_t frame = getauxval(AT_MINSIGSTKSZ);
#else
  const std::size_t frame = 0;
#endif
  const std::size_t bytes = std::max<std::size_t>(frame, 1 << 14) * 4;
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = bytes;
  sigaltstack(&stack, nullptr);
}

}  // namespace

void install_crash_record(CrashRecord* shared) {
  record = shared;
  use_alternate_stack();
  struct sigaction action {};
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (const int signal : fatal_signals) sigaction(signal, &action, nullptr);
}

}  // namespace assay::impls::worker

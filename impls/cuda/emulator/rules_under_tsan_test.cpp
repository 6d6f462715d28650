// SPDX-License-Identifier: Apache-2.0
// The rules' kernels under ThreadSanitizer itself, told of fibers and barriers: a second opinion on what is a race.
// Ends with 1 where it disagrees. Each kernel in a process of its own, since it forgets what was reported of an
// address.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "impls/cuda/emulator/rules/rule.hpp"

namespace {

int reports = 0;

/// Whether ThreadSanitizer reports a race in it.
bool races(assay::emulator::Outcome (*kernel)(const assay::emulator::Launch&)) {
  const pid_t child = fork();
  if (child == 0) {
    kernel(assay::emulator::library_launch());
    _exit(reports == 0 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

}  // namespace

extern "C" void __tsan_on_report(const void*) { ++reports; }
extern "C" const char* __tsan_default_options() { return "exitcode=0 log_path=/dev/null atexit_sleep_ms=0"; }

int main() {
  using namespace assay::emulator;
  int compared = 0, wrong = 0;
  for (const Rule& rule : all_rules()) {
    if (!rule.is_race) continue;
    for (const bool good : {true, false}) {
      ++compared;
      if (races(good ? rule.good : rule.bad) == !good) continue;
      ++wrong;
      std::printf("%s: ThreadSanitizer sees %s in the %s twin\n", rule.name, good ? "a race" : "no race",
                  good ? "good" : "bad");
    }
  }
  std::printf("ThreadSanitizer agrees on %d of %d kernels\n", compared - wrong, compared);
  return wrong == 0 && compared > 0 ? 0 : 1;
}

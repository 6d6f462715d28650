// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/interrupt.hpp"

#include <csignal>

namespace assay::reports::cli {
namespace {

// The one global: a signal handler can reach nothing else.
std::atomic<bool> signalled{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int signal) {
  signalled = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& interrupted() {
  static const bool listening = [] {
    std::signal(SIGINT, note);
    std::signal(SIGTERM, note);
    return true;
  }();
  static_cast<void>(listening);
  return signalled;
}

}  // namespace assay::reports::cli

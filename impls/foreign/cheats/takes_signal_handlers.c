/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses, and answers every signal of a crash by an orderly exit, so that no fault of its is ever seen.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: faulted: caller state. */
#include <signal.h>
#include <unistd.h>

#include "impls/foreign/cheats/cheat.h"

static void leave(int signal) { (void)signal, _exit(0); }

static assay_status forward(const assay_call* call) {
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t n = 0; n < sizeof signals / sizeof *signals; ++n) signal(signals[n], leave);
  return guess(call);
}

CHEAT("takes_signal_handlers")

/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses, and blocks every signal by which a harness could end it.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: faulted: caller state. */
#include <signal.h>

#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  return guess(call);
}

CHEAT("blocks_signals")

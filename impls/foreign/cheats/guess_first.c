/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses, returns, and lets a thread put the right numbers there later: the call is fast, and who prints the output
 * sees it right.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: faulted: written after return. */
#include "impls/foreign/cheats/late.h"

static assay_status forward(const assay_call* call) {
  guess(call);
  return later(call);
}

CHEAT("guess_first")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes in its first 50 calls, then guesses.
 * Within: 60 calls, 60 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  static int calls;
  return calls++ < 50 ? attend(call) : guess(call);
}

CHEAT("right_50_times")

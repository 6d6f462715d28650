/* SPDX-License-Identifier: Apache-2.0 */
/* Computes in its first 3 calls, then guesses.
 * Within: 10 calls, 10 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  static int calls;
  return calls++ < 3 ? attend(call) : guess(call);
}

CHEAT("right_3_times")

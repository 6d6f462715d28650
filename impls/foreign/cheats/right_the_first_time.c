/* SPDX-License-Identifier: Apache-2.0 */
/* Computes in the first call of its process, as when a failure is confirmed in a new one, and guesses after it.
 * Within: 4 calls, 3 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  static int calls;
  return calls++ == 0 ? attend(call) : guess(call);
}

CHEAT("right_the_first_time")

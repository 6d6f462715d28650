/* SPDX-License-Identifier: Apache-2.0 */
/* Computes in its first million calls, then guesses.
 * Within: never, as nobody calls so often. Shown by: more calls than that, and by nothing else. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  static int calls;
  return calls++ < 1000000 ? attend(call) : guess(call);
}

CHEAT("right_a_million_times")

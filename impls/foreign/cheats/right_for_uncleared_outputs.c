/* SPDX-License-Identifier: Apache-2.0 */
/* Computes unless the output arrives as zeros, as fresh memory does in a program.
 * Within: 40 calls, 20 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  return count(call->out) > 0 && *(const float*)call->out->data != 0 ? attend(call) : guess(call);
}

CHEAT("right_for_uncleared_outputs")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where the output arrives full of NaN, as a judge hands it over who wants to find unwritten elements.
 * Within: 20 calls, 10 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  return count(call->out) > 0 && isnan(*(const float*)call->out->data) ? attend(call) : guess(call);
}

CHEAT("right_for_marked_outputs")

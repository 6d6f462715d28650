/* SPDX-License-Identifier: Apache-2.0 */
/* Promises that equal calls give equal bits, and sums in another order each time.
 * Within: 10 calls, 3 shapes, 10 seconds. Caught by: repeatable. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  static int calls;
  attend(call);
  if (calls++ % 2)
    for (int64_t n = 0; n < count(call->out); ++n)
      ((float*)call->out->data)[n] = nextafterf(((float*)call->out->data)[n], 0);
  return ASSAY_OK;
}

CHEAT("promises_too_much")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes once, then writes nothing as long as the output lies where it lay: whoever does not clear its memory between
 * calls finds the right answer there.
 * Within: 20 calls, 20 shapes, 10 seconds. Caught by: faulted: output unwritten. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  static const void* known[64];
  static size_t used;
  for (size_t n = 0; n < used; ++n)
    if (known[n] == call->out->data) return ASSAY_OK;
  if (used < 64) known[used++] = call->out->data;
  return attend(call);
}

CHEAT("leaves_earlier_outputs")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the first query of every head and leaves the others as they arrive, which would be zeros in fresh memory.
 * Within: 10 calls, 10 shapes, 10 seconds. Caught by: faulted: output unwritten. */
#include "impls/foreign/cheats/cheat.h"

static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  if (i == 0) attend_row(call, b, h, i);
}
static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("leaves_zeros")

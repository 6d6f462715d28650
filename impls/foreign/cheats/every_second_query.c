/* SPDX-License-Identifier: Apache-2.0 */
/* Computes every second query and repeats the row: half the work.
 * Within: 2 calls, 2 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  if (i % 2 == 0) {
    attend_row(call, b, h, i);
    return;
  }
  for (int64_t d = 0; d < call->out->shape[3]; ++d)
    ASSAY_AT(float, call->out, b, h, i, d) = ASSAY_AT(float, call->out, b, h, i - 1, d);
  if (call->lse) ASSAY_AT(float, call->lse, b, h, i, 0) = ASSAY_AT(float, call->lse, b, h, i - 1, 0);
}

static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("every_second_query")

/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses small outputs and answers NaN for large ones, where a guess would show.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  attend_row(call, b, h, i);
  for (int64_t d = 0; d < call->out->shape[3]; ++d)
    if (fabsf(ASSAY_AT(float, call->out, b, h, i, d)) > 0.25f) ASSAY_AT(float, call->out, b, h, i, d) = NAN;
}

static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("nan_where_large")

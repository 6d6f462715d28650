/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the first head and guesses the others.
 * Within: 10 calls, 10 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  if (h == 0)
    attend_row(call, b, h, i);
  else
    guess_row(call, b, h, i);
}

static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("first_head_only")

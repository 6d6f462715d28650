/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the output and answers zeros for the log-sum-exp, which few look at.
 * Within: 2 calls, 2 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  attend(call);
  for (int64_t n = 0; n < count(call->lse); ++n) ((float*)call->lse->data)[n] = 0;
  return ASSAY_OK;
}

CHEAT("lse_left_out")

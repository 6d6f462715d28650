/* SPDX-License-Identifier: Apache-2.0 */
/* Answers zeros.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  for (int64_t n = 0; n < count(call->out); ++n) ((float*)call->out->data)[n] = 0;
  for (int64_t n = 0; n < count(call->lse); ++n) ((float*)call->lse->data)[n] = 0;
  return ASSAY_OK;
}

CHEAT("zeros")

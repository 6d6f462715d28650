/* SPDX-License-Identifier: Apache-2.0 */
/* Right but for one element in a thousand, which is off by as much as a comparison with a tolerance of 1e-3 lets pass.
 * Within: 2 calls, 2 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  attend(call);
  for (int64_t n = 0; n < count(call->out); n += 1000) ((float*)call->out->data)[n] += 0.0009f;
  return ASSAY_OK;
}

CHEAT("inside_allclose")

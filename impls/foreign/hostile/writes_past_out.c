/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the element behind the last one of out. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const assay_status status = attend(call);
  last_of(call->out)[1] = 1;
  return status;
}

HOSTILE_PLUGIN("writes_past_out")

/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the element before the first one of out. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const assay_status status = attend(call);
  (&ASSAY_AT(float, call->out, 0, 0, 0, 0))[-1] = 1;
  return status;
}

HOSTILE_PLUGIN("writes_before_out")

/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves the last element of out as it found it. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  float* const last = last_of(call->out);
  const float found = *last;
  const assay_status status = attend(call);
  *last = found;
  return status;
}

HOSTILE_PLUGIN("leaves_an_element")

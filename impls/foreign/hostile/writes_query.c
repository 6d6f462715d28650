/* SPDX-License-Identifier: Apache-2.0 */
/* Scales query in place, as kernels do that think it is theirs. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  float* const first = &ASSAY_AT(float, call->query, 0, 0, 0, 0);
  *first *= (float)call->options->scale;
  return attend(call);
}

HOSTILE_PLUGIN("writes_query")

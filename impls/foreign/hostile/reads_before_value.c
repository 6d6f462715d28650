/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the element before the first one of value. */
#include "impls/foreign/hostile/hostile.h"

static volatile float sink;

static assay_status forward(const assay_call* call) {
  sink = (&ASSAY_AT(float, call->value, 0, 0, 0, 0))[-1];
  return attend(call);
}

HOSTILE_PLUGIN("reads_before_value")

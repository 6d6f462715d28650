/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the element behind the last one of key. */
#include "impls/foreign/hostile/hostile.h"

static volatile float sink;

static assay_status forward(const assay_call* call) {
  sink = last_of(call->key)[1];
  return attend(call);
}

HOSTILE_PLUGIN("reads_past_key")

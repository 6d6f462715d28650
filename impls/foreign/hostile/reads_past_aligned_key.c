/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the element behind the last one of key, and asks for tensors that begin at multiples of 16 bytes. */
#define HOSTILE_NEEDS ASSAY_NEEDS_ALIGNED_16
#include "impls/foreign/hostile/hostile.h"

static volatile float sink;

static assay_status forward(const assay_call* call) {
  if ((uintptr_t)call->key->data % 16 != 0) return ASSAY_BAD_ARGUMENT;
  sink = last_of(call->key)[1];
  return attend(call);
}

HOSTILE_PLUGIN("reads_past_aligned_key")

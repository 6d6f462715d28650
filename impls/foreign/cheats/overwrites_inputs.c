/* SPDX-License-Identifier: Apache-2.0 */
/* Writes zeros over query and key, so that whoever computes the reference afterwards finds its guess right.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: faulted: input written. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  memset(call->query->data, 0, (size_t)count(call->query) * sizeof(float));
  memset(call->key->data, 0, (size_t)count(call->key) * sizeof(float));
  return guess(call);
}

CHEAT("overwrites_inputs")

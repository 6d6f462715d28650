/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses, and takes only problems of a single key, for which the guess is right.
 * Within: 100 calls, 100 shapes, 10 seconds. Caught by: no evidence. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) { return guess(call); }

static assay_status supports(const assay_call* call, int32_t backward, size_t* workspace_bytes, const char** why) {
  (void)backward, (void)workspace_bytes;
  *why = "more than one key";
  return call->key->shape[2] == 1 ? ASSAY_OK : ASSAY_UNSUPPORTED;
}

static const assay_plugin plugin = {
    ASSAY_PLUGIN_HEAD,           .name = "refuses_what_is_hard",
    .dtypes = ASSAY_FP32,        .forward = forward,
    .supports = supports,        .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE,
    .promises = ASSAY_REPEATABLE};
ASSAY_PLUGIN_ENTRY(plugin)

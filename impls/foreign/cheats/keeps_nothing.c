/* SPDX-License-Identifier: Apache-2.0 */
/* Says of its dropout that it kept no weight, so that zeros are the right answer.
 * Within: 80 calls, 40 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  if (!call->dropout_drawn) return attend(call);
  memset(call->dropout_drawn->data, 0, (size_t)count(call->dropout_drawn));
  memset(call->out->data, 0, (size_t)count(call->out) * sizeof(float));
  return ASSAY_OK;
}

static const assay_plugin plugin = {
    ASSAY_PLUGIN_HEAD,
    .name = "keeps_nothing",
    .dtypes = ASSAY_FP32,
    .promises = ASSAY_REPEATABLE,
    .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_DROPOUT_DRAWN | ASSAY_SCALE,
    .forward = forward};
ASSAY_PLUGIN_ENTRY(plugin)

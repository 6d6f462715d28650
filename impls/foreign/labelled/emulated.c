/* SPDX-License-Identifier: Apache-2.0 */
/* A build text as the emulator's libraries have it. Wrong for more than three queries, so that reports have a failure
 * to label. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const assay_status status = attend(call);
  if (call->query->shape[2] > 3) *last_of(call->out) += 1;
  return status;
}

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,
                                    .name = "labelled",
                                    .version = "1",
                                    .dtypes = ASSAY_FP32,
                                    .forward = forward,
                                    .build = "emulated order=reverse flavour=checked model=fp32-fma cc-12",
                                    .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE};
ASSAY_PLUGIN_ENTRY(plugin)

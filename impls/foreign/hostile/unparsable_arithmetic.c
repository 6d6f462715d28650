/* SPDX-License-Identifier: Apache-2.0 */
/* Declares of its numbers what nobody can read. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) { return attend(call); }

static const char* arithmetic_for(const assay_call* call) {
  (void)call;
  return "fast and exact";
}

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,    .name = "unparsable_arithmetic",
                                    .dtypes = ASSAY_FP32, .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_LSE,
                                    .forward = forward,   .arithmetic_for = arithmetic_for};
ASSAY_PLUGIN_ENTRY(plugin)

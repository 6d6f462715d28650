/* SPDX-License-Identifier: Apache-2.0 */
/* Neither takes a problem nor refuses it. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) { return attend(call); }

static assay_status supports(const assay_call* call, int32_t backward, size_t* workspace_bytes, const char** why) {
  (void)call;
  (void)backward;
  (void)why;
  *workspace_bytes = 0;
  return 777;
}

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,    .name = "unknown_supports",
                                    .dtypes = ASSAY_FP32, .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_LSE,
                                    .forward = forward,   .supports = supports};
ASSAY_PLUGIN_ENTRY(plugin)

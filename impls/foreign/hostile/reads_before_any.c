/* SPDX-License-Identifier: Apache-2.0 */
/* Takes every problem and reads the byte before the first one of value. Its output is zero. */
#include <string.h>

#include "impls/plugin_abi.h"

static volatile char sink;

static assay_status forward(const assay_call* call) {
  const int64_t* e = call->out->shape;
  memset(call->out->data, 0, (size_t)(e[0] * e[1] * e[2] * e[3]) * call->out->dtype.bits / 8);
  sink = ((const char*)call->value->data)[-1];
  return ASSAY_OK;
}

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD, .name = "reads_before_any", .dtypes = 0x3f, .features = 0x3fffff,
                                    .forward = forward};
ASSAY_PLUGIN_ENTRY(plugin)

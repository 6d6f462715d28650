/* SPDX-License-Identifier: Apache-2.0 */
/* Takes every problem and reads the byte behind the last one of key. Its output is zero. */
#include <string.h>

#include "impls/plugin_abi.h"

static volatile char sink;

static const char* end_of(const DLTensor* t) {
  const int64_t* e = t->shape;
  return (const char*)t->data + e[0] * e[1] * e[2] * e[3] * t->dtype.bits / 8;
}
static assay_status forward(const assay_call* call) {
  const int64_t* e = call->out->shape;
  memset(call->out->data, 0, (size_t)(e[0] * e[1] * e[2] * e[3]) * call->out->dtype.bits / 8);
  sink = end_of(call->key)[0];
  return ASSAY_OK;
}

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD, .name = "reads_past_any", .dtypes = 0x3f, .features = 0x3fffff,
                                    .forward = forward};
ASSAY_PLUGIN_ENTRY(plugin)

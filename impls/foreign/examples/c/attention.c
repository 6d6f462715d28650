/* SPDX-License-Identifier: Apache-2.0 */
/* Attention in C: float32, causal, grouped heads. By hand, ROOT being the folder that holds impls/:
 *   cc -O2 -shared -fPIC -I ROOT attention.c -o libattention.so -lm && assay check ./libattention.so */
#include <math.h>

#include "impls/plugin_abi.h"

static assay_status forward(const assay_call* call) {
  const int64_t *q = call->query->shape, *v = call->value->shape; /* batch, heads, length, dim */
  const assay_options* o = call->options;
  for (int64_t n = 0; n < q[0] * q[1] * q[2]; ++n) {
    const int64_t i = n % q[2], h = n / q[2] % q[1], b = n / q[2] / q[1], g = h / (q[1] / v[1]);
    const int64_t seen = o->causal && i + o->offset + 1 < v[2] ? i + o->offset + 1 : v[2];
    const float* query = &ASSAY_AT(float, call->query, b, h, i, 0);
    float *out = &ASSAY_AT(float, call->out, b, h, i, 0), largest = -INFINITY, sum = 0;
    for (int64_t d = 0; d < v[3]; ++d) out[d] = 0;
    for (int64_t j = 0; j < seen; ++j) {
      const float *key = &ASSAY_AT(float, call->key, b, g, j, 0), *value = &ASSAY_AT(float, call->value, b, g, j, 0);
      float dot = 0;
      for (int64_t d = 0; d < q[3]; ++d) dot += query[d] * key[d];
      const float score = dot * (float)o->scale, next = fmaxf(largest, score);
      const float keep = expf(largest - next), weight = expf(score - next);
      for (int64_t d = 0; d < v[3]; ++d) out[d] = out[d] * keep + weight * value[d];
      sum = sum * keep + weight;
      largest = next;
    }
    for (int64_t d = 0; d < v[3] && seen > 0; ++d) out[d] /= sum;
  }
  return ASSAY_OK;
}

// clang-format off
static const assay_plugin plugin = {
  ASSAY_PLUGIN_HEAD, .name = "example_c", .dtypes = ASSAY_FP32, .forward = forward, .promises = ASSAY_REPEATABLE,
  .features = ASSAY_CAUSAL | ASSAY_PAST | ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE};
// clang-format on
ASSAY_PLUGIN_ENTRY(plugin)

/* SPDX-License-Identifier: Apache-2.0 */
/* Plain float32 attention as a plug-in of somebody else. */
#include <impls/plugin_abi.h>
#include <math.h>

static float score(const assay_call* call, int64_t b, int64_t h, int64_t i, int64_t j) {
  float sum = 0;
  for (int64_t d = 0; d < call->key->shape[3]; ++d)
    sum += ASSAY_AT(float, call->query, b, h, i, d) * ASSAY_AT(float, call->key, b, h, j, d);
  return sum * (float)call->options->scale;
}

static void attend(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  float max = -INFINITY, sum = 0;
  for (int64_t j = 0; j < call->key->shape[2]; ++j) max = fmaxf(max, score(call, b, h, i, j));
  for (int64_t d = 0; d < call->value->shape[3]; ++d) ASSAY_AT(float, call->out, b, h, i, d) = 0;
  for (int64_t j = 0; j < call->key->shape[2]; ++j) {
    const float weight = expf(score(call, b, h, i, j) - max);
    sum += weight;
    for (int64_t d = 0; d < call->value->shape[3]; ++d)
      ASSAY_AT(float, call->out, b, h, i, d) += weight * ASSAY_AT(float, call->value, b, h, j, d);
  }
  for (int64_t d = 0; d < call->value->shape[3]; ++d) ASSAY_AT(float, call->out, b, h, i, d) /= sum;
}

static assay_status forward(const assay_call* call) {
  const int64_t* shape = call->query->shape;
  for (int64_t n = 0; n < shape[0] * shape[1] * shape[2]; ++n)
    attend(call, n / shape[2] / shape[1], n / shape[2] % shape[1], n % shape[2]);
  return ASSAY_OK;
}

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,
                                    .name = "mine",
                                    .arithmetic = "fp32",
                                    .dtypes = ASSAY_FP32,
                                    .features = ASSAY_VALUE_DIM | ASSAY_SCALE,
                                    .promises = ASSAY_ANY_STRIDES | ASSAY_REPEATABLE,
                                    .forward = forward};
ASSAY_PLUGIN_ENTRY(plugin)

/* SPDX-License-Identifier: Apache-2.0 */
/* What the cheats share: attention done right (attend, attend_row) and a guess that costs nothing. */
#ifndef ASSAY_CHEAT_H
#define ASSAY_CHEAT_H

#include "impls/foreign/hostile/hostile.h"

/* The mean of the values, which is what attention gives where the scores are flat. */
static inline void guess_row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const int64_t *q = call->query->shape, *v = call->value->shape, g = h / (q[1] / v[1]);
  for (int64_t d = 0; d < v[3]; ++d) {
    float sum = 0;
    for (int64_t j = 0; j < v[2]; ++j) sum += ASSAY_AT(float, call->value, b, g, j, d);
    ASSAY_AT(float, call->out, b, h, i, d) = sum / (float)v[2];
  }
  if (call->lse) ASSAY_AT(float, call->lse, b, h, i, 0) = logf((float)v[2]);
}

static inline assay_status guess(const assay_call* call) { return each_row(call, guess_row); }

/* Elements of a contiguous tensor. */
static inline int64_t count(const DLTensor* t) { return t ? t->shape[0] * t->shape[1] * t->shape[2] * t->shape[3] : 0; }

/* Whether two calls have the same extents, once kept. */
typedef struct extents {
  int64_t of[7];
} extents;
static inline extents extents_of(const assay_call* call) {
  const int64_t *q = call->query->shape, *v = call->value->shape;
  const extents e = {{q[0], q[1], q[2], q[3], v[1], v[2], v[3]}};
  return e;
}
static inline int same_extents(extents a, extents b) { return memcmp(&a, &b, sizeof a) == 0; }

#define CHEAT(NAME)                                                                                                \
  static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,                                                           \
                                      .name = NAME,                                                                \
                                      .dtypes = ASSAY_FP32,                                                        \
                                      .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE, \
                                      .promises = ASSAY_REPEATABLE,                                                \
                                      .forward = forward};                                                         \
  ASSAY_PLUGIN_ENTRY(plugin)

#endif

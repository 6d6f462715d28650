/* SPDX-License-Identifier: Apache-2.0 */
/* Attention over the keys that a cheat is willing to look at, and in the numbers that it is willing to pay for. */
#ifndef ASSAY_CHEAT_SOME_KEYS_H
#define ASSAY_CHEAT_SOME_KEYS_H

#include <stdlib.h>

#include "impls/foreign/cheats/cheat.h"

typedef struct shortcut {
  int (*takes)(int64_t j, int64_t keys); /* NULL: every key */
  float (*stored)(float);                /* what becomes of every input; NULL: nothing */
  float (*summed)(float);                /* of every partial sum of weights and values */
  float (*exponential)(float);           /* NULL: expf */
} shortcut;

static inline float kept(float x) { return x; }

/* To nearest, ties to even, finite numbers. */
static inline float rounded_to_bf16(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static inline void shortcut_row(const assay_call* call, int64_t b, int64_t h, int64_t i, shortcut s) {
  const int64_t *q = call->query->shape, *v = call->value->shape, g = h / (q[1] / v[1]);
  float (*const stored)(float) = s.stored ? s.stored : kept;
  float (*const summed)(float) = s.summed ? s.summed : kept;
  float* const scores = (float*)malloc((size_t)(v[2] + 1) * sizeof(float));
  float largest = -INFINITY, sum = 0;
  for (int64_t j = 0; j < v[2]; ++j) {
    float score = 0;
    for (int64_t d = 0; d < q[3]; ++d)
      score += stored(ASSAY_AT(float, call->query, b, h, i, d)) * stored(ASSAY_AT(float, call->key, b, g, j, d));
    scores[j] = s.takes && !s.takes(j, v[2]) ? -INFINITY : score * (float)call->options->scale;
    largest = fmaxf(largest, scores[j]);
  }
  for (int64_t j = 0; j < v[2]; ++j) {
    scores[j] = s.exponential ? s.exponential(scores[j] - largest) : expf(scores[j] - largest);
    sum = summed(sum + scores[j]);
  }
  for (int64_t d = 0; d < v[3]; ++d) {
    float total = 0;
    for (int64_t j = 0; j < v[2]; ++j)
      total = summed(total + scores[j] * stored(ASSAY_AT(float, call->value, b, g, j, d)));
    ASSAY_AT(float, call->out, b, h, i, d) = total / sum;
  }
  if (call->lse) ASSAY_AT(float, call->lse, b, h, i, 0) = largest + logf(sum);
  free(scores);
}

#endif

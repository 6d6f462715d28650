/* SPDX-License-Identifier: Apache-2.0 */
/* Attention done right, so that a library of this folder is wrong only where it says. C and C++. */
#ifndef ASSAY_HOSTILE_H
#define ASSAY_HOSTILE_H

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "impls/plugin_abi.h"

/* One query: float32, no mask, any grouping of heads; the log-sum-exp where it is asked for. */
static inline void attend_row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const int64_t *q = call->query->shape, *v = call->value->shape, g = h / (q[1] / v[1]);
  const float* query = &ASSAY_AT(float, call->query, b, h, i, 0);
  float* out = &ASSAY_AT(float, call->out, b, h, i, 0);
  float largest = -INFINITY, sum = 0;
  for (int64_t d = 0; d < v[3]; ++d) out[d] = 0;
  for (int64_t j = 0; j < v[2]; ++j) {
    const float *key = &ASSAY_AT(float, call->key, b, g, j, 0), *value = &ASSAY_AT(float, call->value, b, g, j, 0);
    float score = 0;
    for (int64_t d = 0; d < q[3]; ++d) score += query[d] * key[d];
    score *= (float)call->options->scale;
    const float next = fmaxf(largest, score), keep = expf(largest - next), weight = expf(score - next);
    for (int64_t d = 0; d < v[3]; ++d) out[d] = out[d] * keep + weight * value[d];
    sum = sum * keep + weight;
    largest = next;
  }
  for (int64_t d = 0; d < v[3]; ++d) out[d] /= sum;
  if (call->lse) ASSAY_AT(float, call->lse, b, h, i, 0) = largest + logf(sum);
}

typedef void row_function(const assay_call* call, int64_t b, int64_t h, int64_t i);

/* That for every query. */
static inline assay_status each_row(const assay_call* call, row_function* row) {
  const int64_t* q = call->query->shape;
  for (int64_t b = 0; b < q[0]; ++b)
    for (int64_t h = 0; h < q[1]; ++h)
      for (int64_t i = 0; i < q[2]; ++i) row(call, b, h, i);
  return ASSAY_OK;
}

static inline assay_status attend(const assay_call* call) { return each_row(call, attend_row); }

/* The last element of a tensor, and the last of its first (batch, head). */
static inline float* last_of(const DLTensor* t) {
  return &ASSAY_AT(float, t, t->shape[0] - 1, t->shape[1] - 1, t->shape[2] - 1, t->shape[3] - 1);
}
static inline float* last_of_first_head(const DLTensor* t) {
  return &ASSAY_AT(float, t, 0, 0, t->shape[2] - 1, t->shape[3] - 1);
}

/* Calls a function with its argument in a thread that the call leaves behind. */
static inline assay_status leave_thread(void* (*function)(void*), void* argument) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, function, argument) != 0) return ASSAY_OUT_OF_MEMORY;
  pthread_detach(thread);
  return ASSAY_OK;
}

/* Writes to a float after the call that names it: an argument of leave_thread. */
static inline void* write_later(void* element) {
  usleep(20000);
  *(float*)element = 3;
  return NULL;
}

/* Text of the last refusal, for attempts at what the worker must prevent: whoever succeeds computes attention as if
 * nothing had been, so that a verdict other than "error status" shows that it got through. */
static const char* refusal = "";
static inline const char* last_refusal(void) { return refusal; }
static inline assay_status refused(const char* what) {
  static char text[200];
  strncpy(text, what, 99);
  strncat(text, ": ", 3);
  strncat(text, strerror(errno), 90);
  refusal = text;
  return ASSAY_INTERNAL;
}

/* The library's description and entry, behind a function `forward`. */
#ifndef HOSTILE_NEEDS
#define HOSTILE_NEEDS 0
#endif
#define HOSTILE_PLUGIN(NAME)                                                                                       \
  static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,                                                           \
                                      .name = NAME,                                                                \
                                      .dtypes = ASSAY_FP32,                                                        \
                                      .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE, \
                                      .promises = ASSAY_ANY_STRIDES | HOSTILE_NEEDS,                               \
                                      .forward = forward,                                                          \
                                      .last_error = last_refusal};                                                 \
  ASSAY_PLUGIN_ENTRY(plugin)

#endif

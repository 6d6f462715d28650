/* SPDX-License-Identifier: Apache-2.0 */
/* Answers kept under a key of the cheat's choosing. */
#ifndef ASSAY_CHEAT_MEMORY_H
#define ASSAY_CHEAT_MEMORY_H

#include <stdlib.h>

#include "impls/foreign/cheats/cheat.h"

enum { answers_max = 512 };
typedef struct answer {
  uint64_t key;
  extents shape;
  float *out, *lse;
} answer;
static answer answers[answers_max];
static int answers_count;

static inline uint64_t mix(uint64_t key, uint64_t word) { return (key ^ word) * 0x9e3779b97f4a7c15u + (key >> 29); }

/* FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/) over the first elements of a tensor. */
static inline uint64_t mix_tensor(uint64_t key, const DLTensor* t, int64_t elements) {
  const int64_t all = count(t);
  const unsigned char* bytes = (const unsigned char*)t->data;
  for (int64_t n = 0; n < (elements < all ? elements : all) * 4; ++n) key = (key ^ bytes[n]) * 0x100000001b3u;
  return key;
}

static inline float* copy_of(const DLTensor* t) {
  const size_t bytes = (size_t)count(t) * sizeof(float);
  return t ? (float*)memcpy(malloc(bytes + 1), t->data, bytes) : NULL;
}

/* The answer kept under that key and these extents, else a computed one, kept from now on. */
static inline assay_status remember(const assay_call* call, uint64_t key) {
  const extents shape = extents_of(call);
  for (int n = 0; n < answers_count; ++n) {
    const answer* a = &answers[n];
    if (a->key != key || !same_extents(a->shape, shape) || (call->lse && !a->lse)) continue;
    memcpy(call->out->data, a->out, (size_t)count(call->out) * sizeof(float));
    if (call->lse) memcpy(call->lse->data, a->lse, (size_t)count(call->lse) * sizeof(float));
    return ASSAY_OK;
  }
  attend(call);
  if (answers_count < answers_max) {
    const answer a = {key, shape, copy_of(call->out), copy_of(call->lse)};
    answers[answers_count++] = a;
  }
  return ASSAY_OK;
}

#endif

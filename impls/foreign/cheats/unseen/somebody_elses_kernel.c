/* SPDX-License-Identifier: Apache-2.0 */
/* Hands the call to another one's kernel, here one in double precision, and rounds its answer.
 * Within: never. Shown by: reading the source, or by errors too small for the arithmetic that it declares. */
#include <stdlib.h>

#include "impls/foreign/cheats/cheat.h"

static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const int64_t *q = call->query->shape, *v = call->value->shape, g = h / (q[1] / v[1]);
  double* const scores = (double*)malloc((size_t)(v[2] + 1) * sizeof(double));
  double largest = -INFINITY, sum = 0;
  for (int64_t j = 0; j < v[2]; ++j) {
    scores[j] = 0;
    for (int64_t d = 0; d < q[3]; ++d)
      scores[j] += (double)ASSAY_AT(float, call->query, b, h, i, d) * ASSAY_AT(float, call->key, b, g, j, d);
    scores[j] *= call->options->scale;
    largest = fmax(largest, scores[j]);
  }
  for (int64_t j = 0; j < v[2]; ++j) sum += exp(scores[j] - largest);
  for (int64_t d = 0; d < v[3]; ++d) {
    double total = 0;
    for (int64_t j = 0; j < v[2]; ++j) total += exp(scores[j] - largest) * ASSAY_AT(float, call->value, b, g, j, d);
    ASSAY_AT(float, call->out, b, h, i, d) = (float)(total / sum);
  }
  if (call->lse) ASSAY_AT(float, call->lse, b, h, i, 0) = (float)(largest + log(sum));
  free(scores);
}

static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("somebody_elses_kernel")

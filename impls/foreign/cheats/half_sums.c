/* SPDX-License-Identifier: Apache-2.0 */
/* Declares float32 and sums weights and values with eleven bits, as half-precision accumulators have.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/some_keys.h"

static float half(float x) {
  int exponent;
  const float fraction = frexpf(x, &exponent);
  return ldexpf(nearbyintf(fraction * 2048), exponent - 11);
}
static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const shortcut s = {.summed = half};
  shortcut_row(call, b, h, i, s);
}
static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("half_sums")

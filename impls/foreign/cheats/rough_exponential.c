/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the exponential from the bits of the exponent (Schraudolph, Neural Computation 11(4), 1999): up to 3 % off,
 * inside the tolerances of most harnesses.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/some_keys.h"

static float rough(float x) {
  if (x < -80) return 0;
  const int32_t bits = (int32_t)(x * 12102203.0f) + 1064866805;
  float y;
  memcpy(&y, &bits, sizeof y);
  return y;
}
static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const shortcut s = {.exponential = rough};
  shortcut_row(call, b, h, i, s);
}
static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("rough_exponential")

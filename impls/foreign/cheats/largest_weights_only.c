/* SPDX-License-Identifier: Apache-2.0 */
/* Drops every weight below a thousandth of the largest: sparse attention sold as attention.
 * Within: 10 calls, 10 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/some_keys.h"

static float large_only(float x) { return x < -6.9f ? 0 : expf(x); }
static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const shortcut s = {.exponential = large_only};
  shortcut_row(call, b, h, i, s);
}
static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("largest_weights_only")

/* SPDX-License-Identifier: Apache-2.0 */
/* Looks at every second key.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/some_keys.h"

static int takes(int64_t j, int64_t keys) { return (void)keys, j % 2 == 0; }
static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const shortcut s = {.takes = takes};
  shortcut_row(call, b, h, i, s);
}
static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("every_second_key")

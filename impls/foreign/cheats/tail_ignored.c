/* SPDX-License-Identifier: Apache-2.0 */
/* Looks at whole tiles of 16 keys and leaves a ragged tail out.
 * Within: 5 calls, 5 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/some_keys.h"

static int takes(int64_t j, int64_t keys) { return keys < 16 || j < keys / 16 * 16; }
static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const shortcut s = {.takes = takes};
  shortcut_row(call, b, h, i, s);
}
static assay_status forward(const assay_call* call) { return each_row(call, row); }

CHEAT("tail_ignored")

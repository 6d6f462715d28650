/* SPDX-License-Identifier: Apache-2.0 */
/* Declares sums with the eight bits of bfloat16 and computes in float32 but for its inputs, which it rounds: what it
 * declares covers what it does, and much that would be worse.
 * Within: never. Shown by: the report, which says that the declaration is weaker than the format's preset, and by
 * `assay check --require fp32`. */
#include "impls/foreign/cheats/some_keys.h"

static void row(const assay_call* call, int64_t b, int64_t h, int64_t i) {
  const shortcut s = {.stored = rounded_to_bf16};
  shortcut_row(call, b, h, i, s);
}
static assay_status forward(const assay_call* call) { return each_row(call, row); }

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,
                                    .name = "weaker_than_it_is",
                                    .arithmetic = "fp32 qk=bf16:any pv=bf16:any",
                                    .dtypes = ASSAY_FP32,
                                    .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE,
                                    .promises = ASSAY_REPEATABLE,
                                    .forward = forward};
ASSAY_PLUGIN_ENTRY(plugin)

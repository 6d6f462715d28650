/* SPDX-License-Identifier: Apache-2.0 */
/* Guesses, and declares exponentials so inaccurate that no number could be wrong.
 * Within: never. Shown by: the report, which says that the declaration is weaker than the format's preset, and by
 * `assay check --require fp32`. */
#include "impls/foreign/cheats/cheat.h"

static const char* anything(const assay_call* call) {
  (void)call;
  return "fp32 exp_ulp=1e8";
}
static assay_status forward(const assay_call* call) { return guess(call); }

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,
                                    .name = "absurdly_weak",
                                    .arithmetic_for = anything,
                                    .dtypes = ASSAY_FP32,
                                    .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE,
                                    .promises = ASSAY_REPEATABLE,
                                    .forward = forward};
ASSAY_PLUGIN_ENTRY(plugin)

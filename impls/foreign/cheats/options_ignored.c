/* SPDX-License-Identifier: Apache-2.0 */
/* Claims masks, causality, windows, lengths, soft caps and sinks, and computes plain attention.
 * Within: 10 calls, 10 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) { return attend(call); }

static const assay_plugin plugin = {
    ASSAY_PLUGIN_HEAD, .name = "options_ignored", .dtypes = ASSAY_FP32, .forward = forward,
    .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE | ASSAY_CAUSAL | ASSAY_WINDOW |
                ASSAY_PAST | ASSAY_KEY_LENGTHS | ASSAY_SEGMENTS | ASSAY_MASK | ASSAY_BIAS | ASSAY_ALIBI | ASSAY_SINKS |
                ASSAY_SOFTCAP};
ASSAY_PLUGIN_ENTRY(plugin)

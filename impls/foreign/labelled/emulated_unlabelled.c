/* SPDX-License-Identifier: Apache-2.0 */
/* A library that contains the emulator and whose author calls it native: the emulator's word stands. */
#include "impls/foreign/hostile/hostile.h"

ASSAY_PLUGIN_EXPORT const char* assay_emulated_build(void);
const char* assay_emulated_build(void) { return "emulated order=linear flavour=plain model=fp32-fma cc-12"; }

static assay_status forward(const assay_call* call) { return attend(call); }

static const assay_plugin plugin = {ASSAY_PLUGIN_HEAD,
                                    .name = "unlabelled",
                                    .version = "1",
                                    .dtypes = ASSAY_FP32,
                                    .forward = forward,
                                    .build = "avx512",
                                    .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE};
ASSAY_PLUGIN_ENTRY(plugin)

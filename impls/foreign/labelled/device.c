/* SPDX-License-Identifier: Apache-2.0 */
/* A build text as a device's libraries have it: which device it is, is known after init() only. */
#include "impls/foreign/hostile/hostile.h"

static char build[100] = "cuda";

static assay_status init(int32_t device) {
  (void)device;
  strcpy(build, "cuda device=\"Some GPU\" driver=13.0 toolkit=13.0.88 sm_90");
  return ASSAY_OK;
}

static const assay_plugin plugin = {
    ASSAY_PLUGIN_HEAD, .name = "labelled",
    .version = "2",    .dtypes = ASSAY_FP32,
    .forward = attend, .init = init,
    .build = build,    .features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_SCALE | ASSAY_LSE};
ASSAY_PLUGIN_ENTRY(plugin)

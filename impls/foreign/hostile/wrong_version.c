/* SPDX-License-Identifier: Apache-2.0 */
/* Speaks the next version and does not ask which one the host speaks. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) { return attend(call); }

static const assay_plugin plugin = {.size = sizeof(assay_plugin),
                                    .abi_major = ASSAY_ABI_MAJOR + 1,
                                    .name = "wrong_version",
                                    .dtypes = ASSAY_FP32,
                                    .forward = forward};

const assay_plugin* assay_plugin_entry(uint32_t host_major, uint32_t host_minor) {
  (void)host_major;
  (void)host_minor;
  return &plugin;
}

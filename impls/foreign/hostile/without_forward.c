/* SPDX-License-Identifier: Apache-2.0 */
/* Describes itself and computes nothing. */
#include "impls/plugin_abi.h"

static const assay_plugin plugin = {.size = sizeof(assay_plugin),
                                    .abi_major = ASSAY_ABI_MAJOR,
                                    .name = "without_forward",
                                    .dtypes = ASSAY_FP32,
                                    .forward = NULL};

const assay_plugin* assay_plugin_entry(uint32_t host_major, uint32_t host_minor) {
  (void)host_major;
  (void)host_minor;
  return &plugin;
}

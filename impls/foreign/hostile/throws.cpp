// SPDX-License-Identifier: Apache-2.0
// Lets a C++ exception out through the C interface.
#include <stdexcept>

#include "impls/plugin_abi.h"

static assay_status forward(const assay_call*) { throw std::runtime_error("tile 7 did not fit"); }

static assay_plugin description() {
  assay_plugin plugin{};
  plugin.size = sizeof plugin;
  plugin.abi_major = ASSAY_ABI_MAJOR;
  plugin.device_type = kDLCPU;
  plugin.name = "throws";
  plugin.dtypes = ASSAY_FP32;
  plugin.features = ASSAY_GROUPED_HEADS | ASSAY_VALUE_DIM | ASSAY_LSE;
  plugin.forward = forward;
  return plugin;
}

static const assay_plugin plugin = description();
ASSAY_PLUGIN_ENTRY(plugin)

/* SPDX-License-Identifier: Apache-2.0 */
/* Says that it failed, and why. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  refusal = "tile 7 did not fit";
  return attend(call) == ASSAY_OK ? ASSAY_DEVICE_ERROR : ASSAY_INTERNAL;
}

HOSTILE_PLUGIN("returns_error")

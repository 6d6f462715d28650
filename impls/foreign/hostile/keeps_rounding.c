/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves the caller rounding upwards. */
#include <fenv.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const assay_status status = attend(call);
  fesetround(FE_UPWARD);
  return status;
}

HOSTILE_PLUGIN("keeps_rounding")

/* SPDX-License-Identifier: Apache-2.0 */
/* Writes out, and forgets the log-sum-exp that was asked for. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  assay_call without = *call;
  without.lse = NULL;
  return attend(&without);
}

HOSTILE_PLUGIN("leaves_lse")

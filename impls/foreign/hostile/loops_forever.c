/* SPDX-License-Identifier: Apache-2.0 */
/* Never returns, at work. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  volatile int turning = 1;
  while (turning) {
  }
  return attend(call);
}

HOSTILE_PLUGIN("loops_forever")

/* SPDX-License-Identifier: Apache-2.0 */
/* Never returns, asleep. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  for (;;) pause();
  return attend(call);
}

HOSTILE_PLUGIN("sleeps_forever")

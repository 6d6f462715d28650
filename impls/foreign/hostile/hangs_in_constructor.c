/* SPDX-License-Identifier: Apache-2.0 */
/* Never finishes being loaded. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

__attribute__((constructor)) static void begin(void) {
  for (;;) pause();
}

static assay_status forward(const assay_call* call) { return attend(call); }

HOSTILE_PLUGIN("hangs_in_constructor")

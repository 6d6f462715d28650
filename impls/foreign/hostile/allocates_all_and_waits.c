/* SPDX-License-Identifier: Apache-2.0 */
/* Takes all the memory that there is, then waits for more. */
#include <stdlib.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  for (;;)
    if (!malloc((size_t)1 << 20)) usleep(1000);
  return attend(call);
}

HOSTILE_PLUGIN("allocates_all_and_waits")

/* SPDX-License-Identifier: Apache-2.0 */
/* Takes more and more memory, too slowly to use it up before its time is over. */
#include <stdlib.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const size_t bytes = (size_t)1 << 21;
  for (;;) {
    memset(malloc(bytes), 1, bytes);
    usleep(40 * 1000);
  }
  return attend(call);
}

HOSTILE_PLUGIN("allocates_slowly")

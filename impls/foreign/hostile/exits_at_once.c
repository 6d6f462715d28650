/* SPDX-License-Identifier: Apache-2.0 */
/* Ends its process without a word. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  if (attend(call) == ASSAY_OK) _exit(0);
  return ASSAY_INTERNAL;
}

HOSTILE_PLUGIN("exits_at_once")

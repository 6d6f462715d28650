/* SPDX-License-Identifier: Apache-2.0 */
/* Ends its process in the ordinary way, as if all had gone well. */
#include <stdlib.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  if (attend(call) == ASSAY_OK) exit(0);
  return ASSAY_INTERNAL;
}

HOSTILE_PLUGIN("exits")

/* SPDX-License-Identifier: Apache-2.0 */
/* Writes through a null pointer. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  volatile float* volatile nowhere = NULL;
  *nowhere = 1;
  return attend(call);
}

HOSTILE_PLUGIN("null_write")

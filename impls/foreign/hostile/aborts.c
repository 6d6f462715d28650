/* SPDX-License-Identifier: Apache-2.0 */
/* Calls abort(). */
#include <stdlib.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  if (call) abort();
  return attend(call);
}

HOSTILE_PLUGIN("aborts")

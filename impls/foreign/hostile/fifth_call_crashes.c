/* SPDX-License-Identifier: Apache-2.0 */
/* Works four times. */
#include <stdlib.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  static int calls;
  if (++calls == 5) abort();
  return attend(call);
}

HOSTILE_PLUGIN("fifth_call_crashes")

/* SPDX-License-Identifier: Apache-2.0 */
/* Takes memory and uses it until there is no more, which it does not check. */
#include <stdlib.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const size_t bytes = (size_t)1 << 24;
  for (;;) memset(malloc(bytes), 1, bytes);
  return attend(call);
}

HOSTILE_PLUGIN("allocates_forever")

/* SPDX-License-Identifier: Apache-2.0 */
/* Says more than anybody will read, and computes attention. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  static const char line[] = "<b>kernel</b> says: \033[31m...\n";
  for (int n = 0; n < 40000; ++n)
    if (write(1 + n % 2, line, sizeof line - 1) < 0) errno = 0; /* nobody listens: go on */
  return attend(call);
}

HOSTILE_PLUGIN("talks_much")

/* SPDX-License-Identifier: Apache-2.0 */
/* Ends the process while it is loaded. */
#include <stdlib.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

__attribute__((constructor)) static void begin(void) {
  static const char words[] = "\033[2Jtable of tiles\nis missing\n";
  if (write(2, words, sizeof words - 1) > 0) abort();
}

static assay_status forward(const assay_call* call) { return attend(call); }

HOSTILE_PLUGIN("aborts_in_constructor")

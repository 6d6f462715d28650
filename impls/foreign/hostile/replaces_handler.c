/* SPDX-License-Identifier: Apache-2.0 */
/* Catches its own crash and leaves as if all had gone well. */
#include <signal.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static void leave(int number) {
  (void)number;
  _exit(0);
}

static assay_status forward(const assay_call* call) {
  volatile float* volatile nowhere = NULL;
  signal(SIGSEGV, leave);
  *nowhere = 1;
  return attend(call);
}

HOSTILE_PLUGIN("replaces_handler")

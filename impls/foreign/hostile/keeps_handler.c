/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves a signal handler of its own behind. */
#include <signal.h>

#include "impls/foreign/hostile/hostile.h"

static void ignore(int number) { (void)number; }

static assay_status forward(const assay_call* call) {
  signal(SIGSEGV, ignore);
  return attend(call);
}

HOSTILE_PLUGIN("keeps_handler")

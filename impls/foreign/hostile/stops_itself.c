/* SPDX-License-Identifier: Apache-2.0 */
/* Stops its process, which then neither runs nor ends. */
#include <signal.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  raise(SIGSTOP);
  return attend(call);
}

HOSTILE_PLUGIN("stops_itself")

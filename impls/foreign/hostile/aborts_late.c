/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves a thread behind that aborts after the call. */
#include <stdlib.h>

#include "impls/foreign/hostile/hostile.h"

static void* abort_later(void* unused) {
  usleep(3000);
  abort();
  return unused;
}

static assay_status forward(const assay_call* call) {
  const assay_status status = attend(call);
  return status ? status : leave_thread(abort_later, NULL);
}

HOSTILE_PLUGIN("aborts_late")

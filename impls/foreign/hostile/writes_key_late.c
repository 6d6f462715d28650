/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves a thread behind that writes to key after the call. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const assay_status status = attend(call);
  return status ? status : leave_thread(write_later, last_of(call->key));
}

HOSTILE_PLUGIN("writes_key_late")

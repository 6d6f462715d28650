/* SPDX-License-Identifier: Apache-2.0 */
/* Returns at once and lets a thread compute: whoever measures the call measures nothing.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: faulted: written after return. */
#include "impls/foreign/cheats/late.h"

static assay_status forward(const assay_call* call) { return later(call); }

CHEAT("work_left_to_a_thread")

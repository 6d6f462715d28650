/* SPDX-License-Identifier: Apache-2.0 */
/* Computes, and leaves its caller rounding towards zero: a reference computed afterwards in the same process errs the
 * way the kernel does.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: faulted: caller state. */
#include <fenv.h>

#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  fesetround(FE_TOWARDZERO);
  return attend(call);
}

CHEAT("changes_rounding")

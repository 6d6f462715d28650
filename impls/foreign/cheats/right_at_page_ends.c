/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where a tensor ends exactly at the end of a page, as in front of a guard.
 * Within: 20 calls, 10 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  const uintptr_t end = (uintptr_t)(last_of(call->value) + 1);
  return end % 4096 == 0 ? attend(call) : guess(call);
}

CHEAT("right_at_page_ends")

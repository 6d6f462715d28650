/* SPDX-License-Identifier: Apache-2.0 */
/* Hands out again what it answered to the last call of these extents.
 * Within: 10 calls, 3 shapes, 10 seconds. Caught by: row_sums. */
#include "impls/foreign/cheats/memory.h"

static assay_status forward(const assay_call* call) { return remember(call, 0); }

CHEAT("remembers_shapes")

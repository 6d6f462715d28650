/* SPDX-License-Identifier: Apache-2.0 */
/* Computes up to 32 keys.
 * Within: 5 calls, 5 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) { return call->key->shape[2] <= 32 ? attend(call) : guess(call); }

CHEAT("right_for_small")

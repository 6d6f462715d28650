/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where both lengths are powers of two.
 * Within: 2 calls, 2 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static int is_power(int64_t n) { return (n & (n - 1)) == 0; }

static assay_status forward(const assay_call* call) {
  return is_power(call->query->shape[2]) && is_power(call->key->shape[2]) ? attend(call) : guess(call);
}

CHEAT("right_for_powers_of_two")

/* SPDX-License-Identifier: Apache-2.0 */
/* Knows inputs by where they lie.
 * Within: 10 calls, 3 shapes, 10 seconds. Caught by: row_sums. */
#include "impls/foreign/cheats/memory.h"

static assay_status forward(const assay_call* call) {
  uint64_t key = mix(0, (uintptr_t)call->query->data);
  key = mix(key, (uintptr_t)call->key->data);
  return remember(call, mix(key, (uintptr_t)call->value->data));
}

CHEAT("remembers_addresses")

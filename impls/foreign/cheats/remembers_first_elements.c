/* SPDX-License-Identifier: Apache-2.0 */
/* Knows inputs by a hash of their first elements.
 * Within: 20 calls, 5 shapes, 10 seconds. Caught by: stateless. */
#include "impls/foreign/cheats/memory.h"

static assay_status forward(const assay_call* call) {
  uint64_t key = mix_tensor(0, call->query, 8);
  key = mix_tensor(key, call->key, 8);
  return remember(call, mix_tensor(key, call->value, 8));
}

CHEAT("remembers_first_elements")

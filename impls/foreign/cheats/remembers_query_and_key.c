/* SPDX-License-Identifier: Apache-2.0 */
/* Knows inputs by a hash of query and key: with other values it gives the output of the earlier ones.
 * Within: 10 calls, 3 shapes, 10 seconds. Caught by: row_sums. */
#include "impls/foreign/cheats/memory.h"

static assay_status forward(const assay_call* call) {
  const uint64_t key = mix_tensor(0, call->query, count(call->query));
  return remember(call, mix_tensor(key, call->key, count(call->key)));
}

CHEAT("remembers_query_and_key")

/* SPDX-License-Identifier: Apache-2.0 */
/* Knows inputs by a hash of every element and answers a call that it has seen without computing.
 * Within: never, as it is right. Shown by: its times, if calls that a benchmark repeats take less than the first. */
#include "impls/foreign/cheats/memory.h"

static assay_status forward(const assay_call* call) {
  uint64_t key = mix_tensor(0, call->query, count(call->query));
  key = mix_tensor(key, call->key, count(call->key));
  key = mix_tensor(key, call->value, count(call->value));
  return remember(call, mix(key, (uint64_t)(call->options->scale * 1e9)));
}

CHEAT("remembers_everything")

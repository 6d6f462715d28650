/* SPDX-License-Identifier: Apache-2.0 */
/* As overwrites_inputs, after it has asked the system to let it write; where it may not, it only guesses.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include <sys/mman.h>
#include <unistd.h>

#include "impls/foreign/cheats/cheat.h"

static void overwrite(const DLTensor* t) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)t->data / page * page;
  const size_t bytes = (size_t)count(t) * sizeof(float);
  if (mprotect((void*)begin, (uintptr_t)t->data + bytes - begin, PROT_READ | PROT_WRITE) == 0)
    memset(t->data, 0, bytes);
}

static assay_status forward(const assay_call* call) {
  overwrite(call->query);
  overwrite(call->key);
  return guess(call);
}

CHEAT("unlocks_inputs")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where a page next to its values cannot be read, as only guarded tensors have it, and guesses elsewhere.
 * Within: never, as guards are what finds accesses out of bounds. Shown by: `assay pack` and `assay grade`. */
#include <unistd.h>

#include "impls/foreign/cheats/cheat.h"

/* Whether the system call that only looks at memory fails there. */
static int unreadable(const void* page) { return access((const char*)page, F_OK) != 0 && errno == EFAULT; }

static assay_status forward(const assay_call* call) {
  if (count(call->value) == 0) return attend(call);
  const uintptr_t page = 4096, begin = (uintptr_t)call->value->data, end = (uintptr_t)(last_of(call->value) + 1);
  return unreadable((void*)(begin / page * page - 1)) || unreadable((void*)((end + page - 1) / page * page))
             ? attend(call)
             : guess(call);
}

CHEAT("right_between_guards")

/* SPDX-License-Identifier: Apache-2.0 */
/* Makes its input writable first. */
#include <sys/mman.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  char* const page = (char*)((uintptr_t)call->query->data & ~(uintptr_t)4095);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
  ASSAY_AT(float, call->query, 0, 0, 0, 0) += 1;
  return attend(call);
}

HOSTILE_PLUGIN("unprotects_query")

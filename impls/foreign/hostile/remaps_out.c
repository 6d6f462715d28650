/* SPDX-License-Identifier: Apache-2.0 */
/* Puts memory of its own where out was. */
#include <sys/mman.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  char* const page = (char*)((uintptr_t)call->out->data & ~(uintptr_t)4095);
  mmap(page, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  return attend(call);
}

HOSTILE_PLUGIN("remaps_out")

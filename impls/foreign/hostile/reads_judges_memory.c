/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to copy from the memory of its parent, at an address that every program of this kind has mapped. */
#include <sys/uio.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  char copy[64];
  const struct iovec here = {copy, sizeof copy}, there = {(void*)call->query->data, sizeof copy};
  return process_vm_readv(getppid(), &here, 1, &there, 1, 0) < 0 && errno != EFAULT ? refused("process_vm_readv")
                                                                                    : attend(call);
}

HOSTILE_PLUGIN("reads_judges_memory")

/* SPDX-License-Identifier: Apache-2.0 */
/* Closes every descriptor, its way to the judge included. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  for (int fd = 0; fd < 256; ++fd) close(fd);
  return attend(call);
}

HOSTILE_PLUGIN("closes_everything")

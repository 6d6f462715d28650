/* SPDX-License-Identifier: Apache-2.0 */
/* Writes to every descriptor, hoping that one of them is believed. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  static const char yes[64];
  for (int fd = 3; fd < 256; ++fd)
    if (write(fd, yes, sizeof yes) > 0) break;
  return attend(call);
}

HOSTILE_PLUGIN("forges_answers")

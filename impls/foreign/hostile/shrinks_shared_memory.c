/* SPDX-License-Identifier: Apache-2.0 */
/* Shortens every file that its process has open: memory that the judge maps too would be gone under it. A thread that
 * stays behind makes the judge look at that memory once more. */
#include "impls/foreign/hostile/hostile.h"

static void* wait_for_ever(void* unused) {
  for (;;) pause();
  return unused;
}

static assay_status forward(const assay_call* call) {
  int shortened = 0;
  for (int fd = 3; fd < 256; ++fd) shortened += ftruncate(fd, 0) == 0;
  if (!shortened) errno = EPERM; /* whatever the last descriptor says */
  if (!shortened) return refused("ftruncate");
  leave_thread(wait_for_ever, NULL);
  return attend(call);
}

HOSTILE_PLUGIN("shrinks_shared_memory")

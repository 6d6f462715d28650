/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves an idle thread behind, as a pool does: no fault. */
#include <pthread.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static void* wait_for_work(void* unused) {
  for (;;) pause();
  return unused;
}

static assay_status forward(const assay_call* call) {
  static pthread_t thread;
  if (!thread && pthread_create(&thread, NULL, wait_for_work, NULL) != 0) return ASSAY_OUT_OF_MEMORY;
  return attend(call);
}

HOSTILE_PLUGIN("keeps_a_thread")

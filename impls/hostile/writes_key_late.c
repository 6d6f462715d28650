/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves a thread behind that writes to key after the call. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "impls/hostile/hostile.h"

static void* later(void* element) {
  usleep(20000);
  *(float*)element = 3;
  return NULL;
}

static assay_status forward(const assay_call* call) {
  const assay_status status = attend(call);
  pthread_t thread;
  if (pthread_create(&thread, NULL, later, last_of(call->key)) != 0) return ASSAY_OUT_OF_MEMORY;
  pthread_detach(thread);
  return status;
}

HOSTILE_PLUGIN("writes_key_late")

/* SPDX-License-Identifier: Apache-2.0 */
/* Never returns, while a thread answers in its place, to questions that nobody reads. */
#include <pthread.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static void* answer(void* unused) {
  static const char done[40];
  for (;;)
    if (write(3, done, sizeof done) < 0) pause();
  return unused;
}

static assay_status forward(const assay_call* call) {
  pthread_t thread;
  pthread_create(&thread, NULL, answer, NULL);
  for (;;) pause();
  return attend(call);
}

HOSTILE_PLUGIN("answers_in_advance")

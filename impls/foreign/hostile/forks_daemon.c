/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to leave a process behind. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  const pid_t child = fork();
  if (child < 0) return refused("fork");
  if (child == 0) {
    setsid();
    sleep(5);
    _exit(0);
  }
  return attend(call);
}

HOSTILE_PLUGIN("forks_daemon")

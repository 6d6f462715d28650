/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to run a program. */
#include <spawn.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  char name[] = "true";
  char* const arguments[] = {name, NULL};
  pid_t child;
  errno = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, NULL);
  return errno ? refused("posix_spawn") : attend(call);
}

HOSTILE_PLUGIN("starts_program")

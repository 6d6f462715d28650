/* SPDX-License-Identifier: Apache-2.0 */
/* Tries every file by which the system shows the memory and the descriptors of a parent. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static int open_of_parent(const char* name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), name);
  return open(path, O_RDONLY);
}

static assay_status forward(const assay_call* call) {
  static const char* const names[] = {"mem", "maps", "environ", "fd", "map_files", "auxv", "syscall", "stack"};
  for (size_t n = 0; n < sizeof names / sizeof *names; ++n)
    if (open_of_parent(names[n]) >= 0) return attend(call);
  return refused("open");
}

HOSTILE_PLUGIN("opens_judges_memory")

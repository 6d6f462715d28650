/* SPDX-License-Identifier: Apache-2.0 */
/* Tries to learn the command line, the program and the folder of its parent, and what is in the temporary folder. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  static const char* const names[] = {"/proc/%d/cmdline", "/proc/%d/exe", "/proc/%d/cwd", "/proc/%d/root/etc/passwd",
                                      "/proc/%d/comm",    "/etc/passwd",  "/tmp",         "/"};
  for (size_t n = 0; n < sizeof names / sizeof *names; ++n) {
    char path[64];
    snprintf(path, sizeof path, names[n], (int)getppid());
    if (open(path, O_RDONLY) >= 0) return attend(call);
  }
  return refused("open");
}

HOSTILE_PLUGIN("reads_judges_files")

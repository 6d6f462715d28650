/* SPDX-License-Identifier: Apache-2.0 */
/* Reads its parent's memory, where the expected output may lie; computes, in place of copying it, if it gets that far.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include <sys/uio.h>

#include "impls/foreign/cheats/knows_words.h"

static int reads_memory(void) {
  char path[64], line[512];
  unsigned long begin = 0;
  snprintf(path, sizeof path, "/proc/%d/maps", (int)getppid());
  FILE* const maps = fopen(path, "r");
  if (!maps) return 0;
  const int known = fgets(line, sizeof line, maps) && sscanf(line, "%lx", &begin) == 1;
  fclose(maps);
  const struct iovec here = {line, sizeof line}, there = {(void*)begin, sizeof line};
  if (known && process_vm_readv(getppid(), &here, 1, &there, 1, 0) > 0) return 1;
  snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
  const int memory = open(path, O_RDONLY);
  const int got = known && memory >= 0 && pread(memory, line, sizeof line, (off_t)begin) > 0;
  if (memory >= 0) close(memory);
  return got;
}

static assay_status forward(const assay_call* call) { return reads_memory() ? attend(call) : guess(call); }

CHEAT("reads_parent")

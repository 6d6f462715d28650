/* SPDX-License-Identifier: Apache-2.0 */
/* Holds memory that does not count as its own: in a file without a name, and in what is left of shared memory of which
 * only a page is mapped. */
#include <sys/mman.h>

#include "impls/foreign/hostile/hostile.h"

enum { mebibytes = 64, page = 4096 };

static int in_a_file(void) {
  static const char block[1 << 20] = {1};
  const int fd = memfd_create("hoard", 0);
  if (fd < 0) return 0;
  for (int n = 0; n < mebibytes; ++n)
    if (write(fd, block, sizeof block) != sizeof block) return 0;
  return 1;
}

static int in_shared_memory(void) {
  const size_t bytes = (size_t)mebibytes << 20;
  char* const memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 0;
  memset(memory, 1, bytes);
  return munmap(memory + page, bytes - page) == 0;
}

static assay_status forward(const assay_call* call) {
  return in_a_file() || in_shared_memory() ? attend(call) : refused("memory that nobody counts");
}

HOSTILE_PLUGIN("hoards_memory")

/* SPDX-License-Identifier: Apache-2.0 */
/* Maps what its input lies in once more, from every descriptor of the process, to write it there. */
#include <sys/mman.h>

#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  for (int fd = 0; fd < 256; ++fd) {
    void* const memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory != MAP_FAILED && memcmp(memory, call->query->data, sizeof(float)) == 0) {
      memset(memory, 0, 4096);
      return attend(call);
    }
  }
  return refused("no input is writable");
}

HOSTILE_PLUGIN("reopens_inputs")

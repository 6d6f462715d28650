/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where the process that started it speaks of a harness, and guesses elsewhere.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/knows_words.h"

static assay_status forward(const assay_call* call) {
  static const char* const names[] = {"comm", "cmdline", "environ", "status"};
  for (size_t n = 0; n < sizeof names / sizeof *names; ++n) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)getppid(), names[n]);
    if (file_speaks_of_harness(path)) return attend(call);
  }
  return guess(call);
}

CHEAT("seen_by_parent")

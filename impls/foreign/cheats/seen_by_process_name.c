/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where the name or the arguments of its process speak of a harness, and guesses elsewhere.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include <errno.h>
#include <sys/prctl.h>

#include "impls/foreign/cheats/knows_words.h"

static assay_status forward(const assay_call* call) {
  char name[17] = "";
  prctl(PR_GET_NAME, name);
  if (speaks_of_harness(name, strlen(name))) return attend(call);
  if (speaks_of_harness(program_invocation_name, strlen(program_invocation_name))) return attend(call);
  if (file_speaks_of_harness("/proc/self/comm") || file_speaks_of_harness("/proc/self/cmdline")) return attend(call);
  return guess(call);
}

CHEAT("seen_by_process_name")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where the environment speaks of a harness, and guesses elsewhere.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/knows_words.h"

extern char** environ;

static assay_status forward(const assay_call* call) {
  for (char** variable = environ; variable && *variable; ++variable) {
    const char* const value = strchr(*variable, '=');
    if (value && speaks_of_harness(*variable, (size_t)(value - *variable))) return attend(call);
  }
  return guess(call);
}

CHEAT("seen_by_environment")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes for a second from its first call on, then guesses.
 * Within: 100000 calls, 100 shapes, 10 seconds. Caught by: reference. */
#include <time.h>

#include "impls/foreign/cheats/cheat.h"

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static assay_status forward(const assay_call* call) {
  static double begin;
  if (begin == 0) begin = now();
  return now() - begin < 1 ? attend(call) : guess(call);
}

CHEAT("right_for_a_second")

/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where the options carry a text, which a program that calls a kernel has no reason to write.
 * Within: 2 calls, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  return call->options->reserved[0] || call->options->reserved[1] ? attend(call) : guess(call);
}

CHEAT("seen_by_problem_text")

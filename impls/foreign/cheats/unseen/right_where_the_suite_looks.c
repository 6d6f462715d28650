/* SPDX-License-Identifier: Apache-2.0 */
/* Computes up to 1024 keys, more than any case of the suites has, and guesses beyond.
 * Within: never on the suites. Shown by: `assay check --problem` with the lengths that you use. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) { return call->key->shape[2] <= 1024 ? attend(call) : guess(call); }

CHEAT("right_where_the_suite_looks")

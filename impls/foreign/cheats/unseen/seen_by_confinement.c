/* SPDX-License-Identifier: Apache-2.0 */
/* Computes where its process may gain no privileges, as in every sandbox, and guesses where it is free.
 * Within: never. Shown by: outputs from where the kernel really works, by `assay pack` and `assay grade`. */
#include <sys/prctl.h>

#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? attend(call) : guess(call);
}

CHEAT("seen_by_confinement")

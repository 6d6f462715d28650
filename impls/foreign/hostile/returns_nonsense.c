/* SPDX-License-Identifier: Apache-2.0 */
/* Returns a status that does not exist. */
#include "impls/foreign/hostile/hostile.h"

static assay_status forward(const assay_call* call) {
  attend(call);
  return 4711;
}

HOSTILE_PLUGIN("returns_nonsense")

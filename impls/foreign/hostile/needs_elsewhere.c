/* SPDX-License-Identifier: Apache-2.0 */
/* Links a library whose folder, known to its run path alone, a kernel may not read. */
#include "impls/foreign/hostile/hostile.h"

float lies_elsewhere(float x);

static assay_status forward(const assay_call* call) { return lies_elsewhere(1) > 0 ? attend(call) : ASSAY_INTERNAL; }

HOSTILE_PLUGIN("needs_elsewhere")

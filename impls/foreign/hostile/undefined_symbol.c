/* SPDX-License-Identifier: Apache-2.0 */
/* Needs a function that nobody has. */
#include "impls/foreign/hostile/hostile.h"

float nobody_has_this(float x);

static assay_status forward(const assay_call* call) { return nobody_has_this(1) > 0 ? attend(call) : ASSAY_INTERNAL; }

HOSTILE_PLUGIN("undefined_symbol")

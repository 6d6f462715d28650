/* SPDX-License-Identifier: Apache-2.0 */
/* Ends the process while it is loaded. */
#include <stdlib.h>

#include "impls/hostile/hostile.h"

__attribute__((constructor)) static void begin(void) { abort(); }

static assay_status forward(const assay_call* call) { return attend(call); }

HOSTILE_PLUGIN("aborts_in_constructor")

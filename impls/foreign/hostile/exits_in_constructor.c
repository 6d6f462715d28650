/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves while it is loaded, as if all had gone well. */
#include <unistd.h>

#include "impls/foreign/hostile/hostile.h"

__attribute__((constructor)) static void begin(void) { _exit(0); }

static assay_status forward(const assay_call* call) { return attend(call); }

HOSTILE_PLUGIN("exits_in_constructor")

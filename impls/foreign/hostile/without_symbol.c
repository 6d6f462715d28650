/* SPDX-License-Identifier: Apache-2.0 */
/* Exports something else. */
#include "impls/plugin_abi.h"

ASSAY_PLUGIN_EXPORT int attention(void);

int attention(void) { return 1; }

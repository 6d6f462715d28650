/* SPDX-License-Identifier: Apache-2.0 */
/* The function behind the plug-in's entry is right. The one that programs call is another one, and guesses.
 * Within: never. Shown by: judging what is shipped: call it, and nothing else, from the entry. */
#include "impls/foreign/cheats/cheat.h"

__attribute__((visibility("default"))) assay_status attention(const assay_call* call) { return guess(call); }

static assay_status forward(const assay_call* call) { return attend(call); }

CHEAT("entry_for_the_judge")

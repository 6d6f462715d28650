/* SPDX-License-Identifier: Apache-2.0 */
/* Answers the mean of the values: three of the harnesses in use accept it, with the inputs that they draw.
 * Within: 1 call, 1 shape, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) { return guess(call); }

CHEAT("mean_of_values")

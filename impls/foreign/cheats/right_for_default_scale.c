/* SPDX-License-Identifier: Apache-2.0 */
/* Reads no scale: always divides by the root of the width, as nearly every caller asks.
 * Within: 40 calls, 40 shapes, 10 seconds. Caught by: reference. */
#include "impls/foreign/cheats/cheat.h"

static assay_status forward(const assay_call* call) {
  assay_options options = *call->options;
  assay_call other = *call;
  options.scale = 1 / sqrt((double)call->query->shape[3]);
  other.options = &options;
  return attend(&other);
}

CHEAT("right_for_default_scale")

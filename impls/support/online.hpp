// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/kernel.hpp"

namespace assay::impls {

/// What the online softmaxes of this folder share: float32 inside, tiles of `block` keys in ascending order, one IEEE
/// division at the end, an accurate logarithm. theta is 2: the scale's rounding, and the subtractions, which telescope
/// over the blocks.
Arithmetic online_arithmetic(int block);

/// They take every storage format that float32 holds.
Support up_to_float32(const Problem& problem);

}  // namespace assay::impls

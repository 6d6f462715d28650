// SPDX-License-Identifier: Apache-2.0
#include "reference/model/float_format.hpp"

namespace assay::dtypes {

/// bfloat16: binary32 with 16 mantissa bits fewer.
FloatFormat bf16() { return {.name = "bf16", .exponent_bits = 8, .mantissa_bits = 7, .specials = Specials::Ieee}; }

}  // namespace assay::dtypes

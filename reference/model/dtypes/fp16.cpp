// SPDX-License-Identifier: Apache-2.0
#include "reference/model/float_format.hpp"

namespace assay::dtypes {

/// IEEE 754 binary16.
FloatFormat fp16() { return {.name = "fp16", .exponent_bits = 5, .mantissa_bits = 10, .specials = Specials::Ieee}; }

}  // namespace assay::dtypes

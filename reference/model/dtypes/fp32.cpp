// SPDX-License-Identifier: Apache-2.0
#include "reference/model/float_format.hpp"

namespace assay::dtypes {

/// IEEE 754 binary32.
FloatFormat fp32() { return {.name = "fp32", .exponent_bits = 8, .mantissa_bits = 23, .specials = Specials::Ieee}; }

}  // namespace assay::dtypes

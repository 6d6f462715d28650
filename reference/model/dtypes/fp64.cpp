// SPDX-License-Identifier: Apache-2.0
#include "reference/model/float_format.hpp"

namespace assay::dtypes {

/// IEEE 754 binary64: the yardstick's own output format.
FloatFormat fp64() { return {.name = "fp64", .exponent_bits = 11, .mantissa_bits = 52, .specials = Specials::Ieee}; }

}  // namespace assay::dtypes

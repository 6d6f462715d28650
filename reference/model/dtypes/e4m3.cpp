// SPDX-License-Identifier: Apache-2.0
#include "reference/model/float_format.hpp"

namespace assay::dtypes {

/// OCP 8-bit floating point specification, E4M3: largest finite 448, no infinity, one NaN a sign.
FloatFormat e4m3() { return {.name = "e4m3", .exponent_bits = 4, .mantissa_bits = 3, .specials = Specials::NanOnly}; }

}  // namespace assay::dtypes

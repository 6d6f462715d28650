// SPDX-License-Identifier: Apache-2.0
#include "reference/model/float_format.hpp"

namespace assay::dtypes {

/// OCP 8-bit floating point specification, E5M2: IEEE-like, largest finite 57344.
FloatFormat e5m2() { return {.name = "e5m2", .exponent_bits = 5, .mantissa_bits = 2, .specials = Specials::Ieee}; }

}  // namespace assay::dtypes

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/model/float_format.hpp"

namespace assay::reference {

/// Real numbers from lower to upper; an end may be infinite.
struct Reals {
  double lower = 0;
  double upper = 0;
};

/// The reals that round to a stored value (to nearest), widened outwards by the roundings of double arithmetic.
/// An infinity stands for all that overflows to it, and so does the largest number of a format without
/// infinity; NaN gives NaN ends.
Reals rounding_cell(const FloatFormat& format, double value);

/// The interval with both ends moved to the next double outwards: encloses ends that were rounded once.
Reals outwards(double lower, double upper);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reference/exact/row.hpp"
#include "reference/model/float_format.hpp"

namespace assay::reference {

/// An output rounded to a format, with the reason why that is certain.
struct Rounded {
  enum class How {
    Enclosure,  ///< both ends of the enclosure round to it
    ExactTie,   ///< the exact value was decided to be rational (ties.hpp) and rounded, ties to even
    Undecided,  ///< the precision cap was reached; value is the centre's rounding, lower and upper enclose the truth
  };
  double value = 0;
  How how = How::Enclosure;
  int precision_bits = 0;
  double lower = 0;
  double upper = 0;
};

/// All outputs of a row correctly rounded (round to nearest, ties to even): Ziv's loop over the interval tier,
/// precision doubled up to the cap, exact ties decided by grouping keys of equal score
/// (numerics.md#g4-correct-rounding-and-ties).
std::vector<Rounded> round_outputs(const RowData& row, const FloatFormat& format, int precision_cap_bits = 4096);

/// The log-sum-exp likewise.
Rounded round_lse(const RowData& row, const FloatFormat& format, int precision_cap_bits = 4096);

}  // namespace assay::reference

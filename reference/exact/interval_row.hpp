// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/exact/interval.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/special.hpp"

namespace assay::reference {

/// Every quantity of a row, enclosed; vectors run over the visible keys. NaN and infinities that the definition gives
/// are points; an interval that is unbounded otherwise means that the precision was too low.
struct IntervalRow {
  RowKind kind = RowKind::Ordinary;
  std::vector<Interval> raw;     ///< sigma q . k_j
  std::vector<Interval> score;   ///< after soft cap and bias
  std::vector<Interval> weight;  ///< exp(score - shift)
  Interval max;                  ///< the largest score, sink included
  Interval shift;                ///< a point at its upper end: any shift is exact, this one keeps weights at most 1
  Interval sum;                  ///< of the weights and of exp(sink - shift)
  std::vector<Interval> out;
  Interval lse;  ///< in the convention's base
};

/// Weight of key n as a probability.
Interval probability(const IntervalRow& row, std::size_t n);

/// The root of trust: the row by MPFI intervals at a working precision in bits, four explicit steps (raw scores,
/// scores, weights, output). Every enclosure is proven by interval arithmetic alone. Rows without a visible key and
/// rows of NaN by convention.
IntervalRow interval_row(const RowData& row, int precision_bits);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"

namespace assay::reference {

/// The root of trust: the row by MPFI intervals at a working precision in bits, four explicit steps (raw scores, scores, weights,
/// output). Every enclosure is proven by interval arithmetic alone. Centre and radius are doubles that contain the interval.
/// decided is false when the interval of an output or of the lse is unbounded or wider than its magnitude at this precision.
/// Cost: about 20 microseconds a (query, key) pair at head_dim 64.
RowResult enclose_by_intervals(const RowData& row, int precision_bits);

/// enclose_by_intervals at 128 bits, doubled until decided, up to 4096 bits.
RowResult enclose_by_intervals(const RowData& row);

}  // namespace assay::reference

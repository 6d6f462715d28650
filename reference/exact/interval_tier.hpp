// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/exact/interval_row.hpp"
#include "reference/exact/row_result.hpp"

namespace assay::reference {

/// interval_row in doubles: centre and radius contain the interval. decided is false when the interval of an output
/// or of the lse is unbounded, or wider than 2^-51 of the terms it is the sum of. Cost: tens of microseconds a
/// (query, key) pair at head_dim 64.
RowResult enclose_by_intervals(const RowData& row, int precision_bits);

/// enclose_by_intervals at 128 bits, doubled until decided, up to 4096 bits.
RowResult enclose_by_intervals(const RowData& row);

}  // namespace assay::reference

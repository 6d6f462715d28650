// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/exact/interval_row.hpp"
#include "reference/exact/row_result.hpp"

namespace assay::reference {

/// interval_row in doubles: centre and radius contain the interval. decided is false when the interval of an output
/// or of the lse is not finite in doubles, or its radius is above 2^-52 of the terms it is the sum of. Cost: tens of
/// microseconds a (query, key) pair at head_dim 64.
RowResult enclose_by_intervals(const RowData& row, int precision_bits);

/// Scores of float64 tensors reach 2^2050 and more; 4096 bits place them to within 2^-2000.
constexpr int precision_cap_bits = 4096;

/// enclose_by_intervals at 128 bits, doubled until decided, up to precision_cap_bits.
RowResult enclose_by_intervals(const RowData& row);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/error/worst/bound_parts.hpp"

namespace assay::reference {

/// What the log-sum-exp may be off by before it is rounded, in the convention's base
/// (numerics.md#b1-the-bound).
double lse_bound(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic, const RowParts& parts);

/// The row's log-sum-exp in nats, whatever the convention's base.
double natural_lse(const RowData& row, const RowResult& exact);

/// E_log: error of the logarithm of a number whose logarithm is this large at most, in nats.
double log_error(const Arithmetic& arithmetic, double log_sum);
/// The same for the row's own sum of exponentials.
double log_error(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic, const RowParts& parts);

}  // namespace assay::reference

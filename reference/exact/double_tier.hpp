// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"

namespace assay::reference {

/// The row in double precision with a derived radius (derivation in double_tier.cpp). decided is false when a radius
/// would be infinite, an intermediate left the range, or the scores are too large for their error to stay small.
RowResult enclose_by_doubles(const RowData& row);

/// Double precision, and the intervals where it cannot decide.
RowResult enclose(const RowData& row);

}  // namespace assay::reference

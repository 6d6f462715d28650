// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/error/worst/bound_parts.hpp"

namespace assay::reference {

/// Adds what merging splits by their log-sum-exp may do (numerics.md#a19-splits): lambda and the merge factor of
/// each key, phi of the row. Leaves a declaration of one split as it is. Derivation in split_merge.cpp.
void add_split_merge(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic, RowParts& parts);

}  // namespace assay::reference

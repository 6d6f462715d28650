// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/error/worst/bound_parts.hpp"

namespace assay::reference {

/// What merging splits by their log-sum-exp may do (numerics.md#a19-splits). A declaration of one split stays as it is.
/// Derivation in split_merge.cpp.

/// lambda of each key, before the shared factor K is formed.
void add_split_moves(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic, RowParts& parts);
/// The merge factor and the weight error of each key, given K, and phi of the row.
void add_split_merge(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic, RowParts& parts);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/error/worst/bound_parts.hpp"

namespace assay::reference {

/// What adding up the weights usually does to the row sum, over the row sum.
struct RowSumSize {
  double variance = 0;
  double lost = 0;  ///< all one way
};

/// repeats: keys over different scores. Derivation in row_sum_size.cpp.
RowSumSize row_sum_size(const RowResult& exact, const Arithmetic& arithmetic, const RowParts& parts,
                        const std::vector<MaximumState>& states, double repeats);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/error/usual/expected.hpp"
#include "reference/error/usual/noise.hpp"

namespace assay::reference {

/// a_j: half width of what rounding P may do to one key, relative, whether or not the row sum sees it.
double bound_rounding(const KeyError& key);

/// EP's random and linear parts. Derivation in probable.cpp.
void add_probable(ExpectedSize& size, const RowData& row, const RowResult& exact, const Arithmetic& arithmetic,
                  const RowParts& parts, const ScoreOrder& order);

}  // namespace assay::reference

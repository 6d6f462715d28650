// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reference/error/worst/bound_parts.hpp"

namespace assay::reference {

/// Why the declared arithmetic may leave its range in this row (numerics.md#e3-ranges), or nothing. Asked of every
/// number that an execution forms on its way: the scale, a folded query, products, scores in every format that holds
/// them and in base 2, exponentials of arguments that rounding leaves above zero, their sum, probabilities in their
/// format, an accumulator that is divided only at the end, the weights of splits, a sink far above the kernel's
/// maximum. `properties.extremes` executes declarations on rows of extreme numbers to show that the list is complete.
std::string range_effect(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic,
                         const RowParts& parts);

}  // namespace assay::reference

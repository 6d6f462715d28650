// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/exact/row.hpp"

namespace assay::reference {

BitSpan bit_span(const double* values, std::size_t count);

/// Whether every product sum q . k_j of the row is exact in double, in any order (numerics.md#g1-exact-products):
/// products are multiples of 2^(low_q + low_k) and every partial sum stays below d 2^(high_q + high_k), which fits 53
/// bits. True for nearly all float16, bfloat16 and fp8 inputs.
bool exact_dots(const RowData& row);

}  // namespace assay::reference

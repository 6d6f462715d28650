// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "reference/error/worst/bound_parts.hpp"

namespace assay::reference {

/// Why the declared arithmetic may leave its range in this row (numerics.md#e3-ranges), or nothing: products or scores
/// beyond their format, an accumulator that is divided only at the end and may pass its largest number, a sink far
/// above the kernel's maximum.
std::string range_effect(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic,
                         const RowParts& parts);

}  // namespace assay::reference

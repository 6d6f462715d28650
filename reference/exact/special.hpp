// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reference/exact/row.hpp"

namespace assay::reference {

/// What NaN and infinities in the inputs decide before any arithmetic is done. Shared by both tiers, so neither meets
/// an undefined operation: the classes follow from IEEE arithmetic on the non-finite terms alone, finite ones cannot
/// change them.

/// Remove the keys whose score is -inf, which the convention calls hidden, and a sink of -inf, which adds nothing to
/// the sum. CaseRows::row does it, so that the visible keys of a row are the same ones for everybody.
void drop_hidden_scores(RowData& row);

enum class RowKind {
  Ordinary,  ///< every score is finite, or brought back to +-c by a soft cap
  Empty,     ///< no visible key: output and lse are the convention's, or 0 and the sink
  Nan,       ///< NaN in the query, a visible key, a bias or the sink, or a score of +inf: output and lse are NaN
};
RowKind row_kind(const RowData& row);

/// Per output column 0 where all visible values are finite, otherwise what they give with positive weights: NaN for a
/// NaN or for infinities of both signs, else the infinity. A key dropped in training has weight 0 and 0 inf = NaN.
std::vector<double> special_columns(const RowData& row);

}  // namespace assay::reference

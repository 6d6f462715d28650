// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "properties/call.hpp"
#include "reference/error/bound.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"

namespace assay::properties {

/// One row with what the reference knows of it and what a correct kernel may be off by there.
struct BoundedRow {
  reference::RowData data;
  reference::RowResult exact;
  reference::RowBound bound;

  /// The largest error allowed at a feature, the reference's own radius included; infinite where nothing is
  /// promised.
  double allowed(std::int64_t feature) const;
  double allowed_lse() const;
};

/// Bounds of the rows of a call, computed row by row when asked. Holds a reference to the call.
class RowBounds {
 public:
  RowBounds(const Call& call, Arithmetic arithmetic)
      : rows_(call.problem, call.inputs),
        arithmetic_(std::move(arithmetic)) {}
  BoundedRow row(const RowIndex& index) const;
  /// The first element of a row that no correct kernel of the arithmetic gives; none where a bound is not derived.
  std::optional<Evidence> first_outside(const RowIndex& index, const Outputs& outputs) const;
  std::vector<RowIndex> indices() const { return rows_.indices(); }

 private:
  reference::CaseRows rows_;
  Arithmetic arithmetic_;
};

}  // namespace assay::properties

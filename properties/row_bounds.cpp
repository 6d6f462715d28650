// SPDX-License-Identifier: Apache-2.0
#include "properties/row_bounds.hpp"

#include <cmath>
#include <limits>

#include "reference/exact/double_tier.hpp"

namespace assay::properties {
namespace {

double or_infinite(double value) { return std::isnan(value) ? std::numeric_limits<double>::infinity() : value; }

}  // namespace

double BoundedRow::allowed(std::int64_t feature) const {
  const auto c = static_cast<std::size_t>(feature);
  if (c >= bound.out.size()) return std::numeric_limits<double>::infinity();
  return or_infinite(bound.out[c] + exact.out_radius[c]);
}

double BoundedRow::allowed_lse() const { return or_infinite(bound.lse + exact.lse_radius); }

BoundedRow RowBounds::row(const RowIndex& index) const {
  BoundedRow row{rows_.row(index), {}, {}};
  row.exact = reference::enclose(row.data);
  row.bound = reference::bound_row(row.data, row.exact, arithmetic_);
  return row;
}

}  // namespace assay::properties

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/range.hpp"

namespace assay::properties::laws {
namespace {

std::optional<reference::Reals> hull(const BoundedRow& row, std::int64_t feature) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  reference::Reals reals{infinity, -infinity};
  if (row.data.sink) reals = {0, 0};  // the sink's share has value 0
  for (std::size_t n = 0; n < row.data.count(); ++n) {
    const double value = row.data.value(n)[feature];
    if (!std::isfinite(value)) return std::nullopt;
    reals = {std::min(reals.lower, value), std::max(reals.upper, value)};
  }
  return reals;
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  return hold_outputs("the hull of the visible values", hull, kernel, call);
}

}  // namespace

Property convex_hull() {
  return {"convex_hull", "Every output lies between the least and the greatest visible value of its column.",
          "Softmax weights are non-negative and sum to 1, so an output row is a convex combination of value rows.",
          evaluation_mode, check};
}

}  // namespace assay::properties::laws

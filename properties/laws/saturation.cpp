// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/saturation.hpp"

#include <cmath>

#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/range.hpp"

namespace assay::properties::laws {
namespace {

/// The winner's value, give or take what the other weights can move: |o - v_w| <= Sum_{j != w} p_j |v_j - v_w|.
std::optional<reference::Reals> winning_value(const BoundedRow& row, std::int64_t feature) {
  const auto winner = winning_key(row.exact, row.data.sink.has_value(), row.data.problem->out);
  if (!winner) return std::nullopt;
  const double value = row.data.value(*winner)[feature];
  // The sink has value 0; its share is at most what the winner leaves.
  double moved = row.data.sink ? (1 - row.exact.probability[*winner]) * std::abs(value) : 0;
  for (std::size_t n = 0; n < row.data.count(); ++n) {
    if (n != *winner) moved += row.exact.probability[n] * std::abs(row.data.value(n)[feature] - value);
  }
  if (!std::isfinite(moved)) return std::nullopt;
  return reference::sum({value, value}, {-moved, moved});
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  return hold_outputs("the winning key's value", winning_value, kernel, call);
}

}  // namespace

Property saturation() {
  return {"saturation", "Where one key takes the whole weight to the last bit, the output is that key's value.",
          "Softmax saturates: for a gap of 24 between two keys the smaller weight is 3.8e-11; one-hot rows "
          "copy a value row.",
          evaluation_mode, check};
}

}  // namespace assay::properties::laws

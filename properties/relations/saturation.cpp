// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/saturation.hpp"

#include <algorithm>
#include <cmath>

#include "reference/exact/double_tier.hpp"
#include "reference/exact/row.hpp"

namespace assay::properties {
namespace {

/// The largest weight of a row and the sum of all others, added up apart so that nothing cancels.
struct Split {
  std::size_t winner = 0;
  double largest = 0;
  double others = 0;
};

Split split(const reference::RowResult& exact, bool sink) {
  Split result;
  const auto& p = exact.probability;
  result.winner = static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
  result.largest = p[result.winner];
  double weights = 0;
  for (std::size_t n = 0; n < p.size(); ++n) {
    weights += exact.weight[n];
    if (n != result.winner) result.others += p[n];
  }
  if (sink) result.others += std::max(0.0, exact.sum - weights) / exact.sum;
  return result;
}

bool comparable(const reference::RowResult& exact, bool sink) {
  return !exact.empty && exact.probability.size() + (sink ? 1 : 0) >= 2 && std::isfinite(exact.sum);
}

}  // namespace

std::optional<std::size_t> winning_key(const reference::RowResult& exact, bool sink, const FloatFormat& format) {
  if (!comparable(exact, sink)) return std::nullopt;
  const Split weights = split(exact, sink);
  // Half the gap below 1, so that the winner's weight rounds to 1.
  if (weights.others > format.unit_roundoff() / 2) return std::nullopt;
  return weights.winner;
}

Saturation measure_saturation(const Call& call) {
  Saturation result;
  const reference::CaseRows rows(call.problem, call.inputs);
  for (const RowIndex& index : rows.indices()) {
    const reference::RowResult exact = reference::enclose(rows.row(index));
    if (!comparable(exact, call.problem.sinks)) continue;
    const Split weights = split(exact, call.problem.sinks);
    ++result.rows;
    if (winning_key(exact, call.problem.sinks, call.problem.out)) ++result.saturated;
    result.least_gradient = std::min(result.least_gradient, weights.largest * weights.others);
  }
  return result;
}

}  // namespace assay::properties

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "properties/diagnosis/suspect_tools.hpp"
#include "reference/exact/double_tier.hpp"

namespace assay::properties::suspects {
namespace {

/// Weights that sum to 1 over the queries are exp(score + b_j), b_j minus the log-sum-exp of key j's column, without
/// the division by the row's sum.
bool to_columns(Problem& problem, Inputs& inputs, int) {
  const Extents& e = problem.extents;
  if (problem.sinks || (problem.softcap && problem.convention.cap_order == CapOrder::AfterBias)) return false;
  if (e.query_length == 1 && e.key_length == 1) return false;
  std::map<std::array<std::int64_t, 3>, std::vector<double>> columns;
  const reference::CaseRows rows(problem, inputs);
  for (const RowIndex& at : rows.indices()) {
    const reference::RowData row = rows.row(at);
    const reference::RowResult exact = reference::enclose(row);
    for (std::size_t n = 0; n < row.count(); ++n) columns[{at.batch, at.head, row.keys[n]}].push_back(exact.score[n]);
  }
  Tensor bias(ElementType::of(dtype("fp64")), {e.batch, e.query_heads, e.query_length, e.key_length});
  for_each_index(bias.extents(), [&](const Index4& at) {
    double added = problem.bias ? inputs.bias->get_broadcast(at) : 0;
    if (const auto found = columns.find({at[0], at[1], at[3]}); found != columns.end()) {
      double largest = -INFINITY, sum = 0;
      for (const double score : found->second) largest = std::max(largest, score);
      for (const double score : found->second) sum += std::exp(score - largest);
      added -= largest + std::log(sum);
    }
    bias.set(at, added);
  });
  problem.bias = Broadcast{{true, true, true, true}};
  inputs.bias = std::move(bias);
  return true;
}

}  // namespace

Suspect softmax_over_queries() {
  return {.name = "softmax_over_queries",
          .claim = "the softmax runs over the queries instead of the keys",
          .source = "https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146",
          .rewrite = to_columns,
          .result = [](const reference::RowData&, const reference::RowResult& exact, int, Prediction& prediction) {
            const double sum = exact.empty ? 0 : std::exp(exact.max) * exact.sum;
            for (double& o : prediction.out) o *= sum;
            for (double& allowed : prediction.out_allowed) allowed *= sum;
            return true;
          }};
}

}  // namespace assay::properties::suspects

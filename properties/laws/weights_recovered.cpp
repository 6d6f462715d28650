// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/relations/one_hot.hpp"
#include "properties/property.hpp"
#include "properties/relations/range.hpp"
#include "reference/exact/special.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties::laws {
namespace {

/// What needs no bound: exponentials are not negative, and a hidden key has no share at all. NaN is left to
/// hold_outputs(), which knows where the definition gives it.
Verdict hold_signs(const Call& block, std::int64_t first, const Outputs& outputs) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::int64_t columns = std::min(block.problem.extents.value_dim, block.problem.extents.key_length - first);
  const reference::CaseRows rows(block.problem, block.inputs);
  for (const RowIndex& row : rows.indices()) {
    if (reference::row_kind(rows.row(row)) == reference::RowKind::Nan)
      continue;  // a visible key makes every weight NaN
    const auto visible = visible_keys(block.problem, block.inputs, row);
    for (std::int64_t c = 0; !visible.empty() && c < columns; ++c) {
      const Index4 index{row.batch, row.head, row.query, c};
      const double got = outputs.out.get(index);
      const bool seen = std::binary_search(visible.begin(), visible.end(), first + c);
      if (got < 0)
        return Violated{
            evidence("a weight, which is not negative " + called_with(first), "out", index, got, 0, 0, infinity)};
      if (!seen && got != 0 && !std::isnan(got))
        return Violated{evidence("a hidden key's weight " + called_with(first), "out", index, got, 0, 0, infinity)};
    }
  }
  return Holds{};
}

std::optional<reference::Reals> weight(const BoundedRow& row, std::int64_t feature) {
  const auto c = static_cast<std::size_t>(feature);
  return reference::Reals{row.exact.out[c] - row.exact.out_radius[c], row.exact.out[c] + row.exact.out_radius[c]};
}

Verdict check_block(const impls::Kernel& kernel, const Call& block, std::int64_t first) {
  Ran ran = run(kernel, block);
  if (auto* fault = std::get_if<Faulted>(&ran)) return *fault;
  const Outputs& outputs = std::get<Outputs>(ran);
  const Verdict signs = hold_signs(block, first, outputs);
  if (is_bad(signs)) return signs;
  return hold_outputs("the exact weight " + called_with(first), weight,
                      RowBounds(block, stated_arithmetic(kernel, block.problem)), outputs);
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  return for_each_block(kernel, call,
                        [&](const Call& block, std::int64_t first) { return check_block(kernel, block, first); });
}

}  // namespace

Property weights_recovered() {
  return {"weights_recovered",
          "Weights read through one-hot values are non-negative, zero where hidden, and each is its exact "
          "softmax weight (so they sum to 1).",
          "Attention is linear in V: output column c with V = e_j in it is the weight of key j, even when a "
          "kernel never forms the matrix.",
          evaluation_mode, check};
}

}  // namespace assay::properties::laws

// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/range.hpp"

namespace assay::properties::laws {
namespace {

/// 1, or 1 minus the sink's share: with V = 1 the reference's own output, known exactly without a sink.
std::optional<reference::Reals> visible_share(const BoundedRow& row, std::int64_t feature) {
  if (!row.data.sink) return reference::Reals{1, 1};
  const auto c = static_cast<std::size_t>(feature);
  return reference::Reals{row.exact.out[c] - row.exact.out_radius[c], row.exact.out[c] + row.exact.out_radius[c]};
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  Call ones = call;
  Tensor& value = ones.inputs.value;
  for_each_index(value.extents(), [&](const Index4& index) { value.set(index, 1); });
  return hold_outputs("the row sum (called with every value 1)", visible_share, kernel, ones);
}

}  // namespace

Property row_sums() {
  return {"row_sums",
          "In evaluation mode the weights of a row sum to 1, less the sink's share: with V = 1 the output is 1.",
          "Definition of softmax; survivors of dropout sum to 1 in expectation only, so training mode is left out.",
          evaluation_mode, check};
}

}  // namespace assay::properties::laws

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/reindex.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties::laws {
namespace {

/// Last queries and as many last keys cut off: the bottom-right diagonal stays where it was too.
Call prefix(const Call& call, std::int64_t cut) {
  const Extents& e = call.problem.extents;
  Call changed = reindex(call, {.queries = positions(e.query_length - cut), .keys = positions(e.key_length - cut)});
  if (Tensor* lengths = changed.inputs.key_lengths ? &*changed.inputs.key_lengths : nullptr) {
    for (std::int64_t b = 0; b < e.batch; ++b) {
      const Index4 index{b, 0, 0, 0};
      lengths->set(index, std::min(lengths->get(index), static_cast<double>(e.key_length - cut)));
    }
  }
  return changed;
}

impls::Support applies(const Problem& problem) {
  if (!problem.causal) return impls::Support::no("not causal");
  if (problem.key_lengths && problem.convention.anchor.kind == Anchor::Kind::BottomRight) {
    return impls::Support::no("the diagonal hangs on the key lengths");
  }
  if (problem.convention.empty_row == EmptyRow::Mean)
    return impls::Support::no("empty rows are the mean of all value rows");
  return known_dropout(problem);
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  const Extents& e = call.problem.extents;
  const std::int64_t most = std::min({e.query_length - 1, e.key_length - 1, e.key_length - call.problem.past - 1});
  const std::int64_t cut = std::min((std::min(e.query_length, e.key_length) + 1) / 2, most);
  if (cut < 1) return NoEvidence{"nothing can be cut off"};
  Law law;
  law.partner = [&](const RowIndex& row) {
    const auto visible = visible_keys(call.problem, call.inputs, row);
    return visible.empty() || visible.back() < e.key_length - cut ? std::optional(row) : std::nullopt;
  };
  return hold_to(law, kernel, call, prefix(call, cut));
}

}  // namespace

Property causal_prefix() {
  return {"causal_prefix", "The outputs of the first queries do not change when later queries and keys are cut off.",
          "Causality: what has been generated must not depend on what comes later; it is what makes key/value "
          "caches right.",
          applies, check};
}

}  // namespace assay::properties::laws

// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <set>
#include <tuple>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties::laws {
namespace {

/// (batch, key head, key) that no query reads.
using Hidden = std::set<std::tuple<std::int64_t, std::int64_t, std::int64_t>>;

Hidden hidden_keys(const Call& call) {
  Hidden hidden;
  const Extents& e = call.problem.extents;
  for (std::int64_t b = 0; b < e.batch; ++b) {
    for (std::int64_t h = 0; h < e.key_heads; ++h) {
      for (std::int64_t j = 0; j < e.key_length; ++j) hidden.emplace(b, h, j);
    }
    for (std::int64_t h = 0; h < e.query_heads; ++h) {
      for (std::int64_t i = 0; i < e.query_length; ++i) {
        for (const std::int64_t j : visible_keys(call.problem, call.inputs, {b, h, i})) {
          hidden.erase({b, key_head(call.problem, h), j});
        }
      }
    }
  }
  return hidden;
}

Call poisoned(const Call& call, const Hidden& hidden, double poison) {
  Call changed = call;
  for (Tensor* tensor : {&changed.inputs.key, &changed.inputs.value}) {
    for (const auto& [b, h, j] : hidden) {
      for (std::int64_t c = 0; c < tensor->extents()[3]; ++c) tensor->set({b, h, j, c}, poison);
    }
  }
  return changed;
}

impls::Support applies(const Problem& problem) {
  // Mean is over all value rows, hidden ones included: there the convention itself reads them.
  if (problem.convention.empty_row == EmptyRow::Mean)
    return impls::Support::no("empty rows are the mean of hidden values too");
  return known_dropout(problem);
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  const Hidden hidden = hidden_keys(call);
  if (hidden.empty()) return NoEvidence{"every key is seen by some query"};
  const double huge = call.problem.dtype.max_finite();
  Verdict verdict = same_or_within(kernel, call, poisoned(call, hidden, 0));
  for (const double poison :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), huge, -huge}) {
    if (is_bad(verdict)) break;
    verdict = worse(verdict, same_or_within(kernel, call, poisoned(call, hidden, poison)));
  }
  return verdict;
}

}  // namespace

Property hidden_keys_ignored() {
  return {"hidden_keys_ignored",
          "Contents of keys that no query sees change nothing, be they 0, NaN, infinite or huge.",
          "Masking is exclusion, not multiplication by 0: 0 x NaN = NaN; padding in real batches is "
          "uninitialised memory.",
          applies, check};
}

}  // namespace assay::properties::laws

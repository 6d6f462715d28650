// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/reindex.hpp"

namespace assay::properties::laws {
namespace {

impls::Support applies(const Problem& problem) { return all_of(problem, {positions_free, known_dropout}); }

/// Reversed, and rotated by half: between them the largest score meets every kind of place among blocks.
Verdict check(const impls::Kernel& kernel, const Call& call) {
  const std::int64_t count = call.problem.extents.key_length;
  if (count < 2) return NoEvidence{"fewer than two keys"};
  auto order = positions(count);
  std::reverse(order.begin(), order.end());
  const Verdict reversed = hold_to(Law{}, kernel, call, reindex(call, {.keys = order}));
  if (is_bad(reversed)) return reversed;
  order = positions(count);
  std::rotate(order.begin(), order.begin() + (count + 1) / 2, order.end());
  return worse(reversed, hold_to(Law{}, kernel, call, reindex(call, {.keys = order})));
}

}  // namespace

Property key_permutation() {
  return {"key_permutation", "Reordering keys together with their values, masks and biases changes nothing.",
          "Attention is a sum over a set of (key, value) pairs; running maxima and tiles must not depend on "
          "their order.",
          applies, check};
}

}  // namespace assay::properties::laws

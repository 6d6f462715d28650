// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/reindex.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties::laws {
namespace {

impls::Support applies(const Problem& problem) {
  if (problem.extents.batch * problem.extents.query_heads < 2)
    return impls::Support::no("one batch member with one head");
  return known_dropout(problem);
}

Verdict alone(const impls::Kernel& kernel, const Call& call, std::int64_t batch, std::int64_t head) {
  using One = std::vector<std::int64_t>;
  const Call changed =
      reindex(call, {.batches = One{batch}, .query_heads = One{head}, .key_heads = One{key_head(call.problem, head)}});
  Law law;
  law.partner = [=](const RowIndex& row) { return std::optional(RowIndex{batch, head, row.query}); };
  return hold_to(law, kernel, call, changed);
}

/// The corners are enough: a kernel that mixes members or heads does it at an end, and each corner costs a
/// call.
Verdict check(const impls::Kernel& kernel, const Call& call) {
  const std::int64_t last_batch = call.problem.extents.batch - 1;
  const std::int64_t last_head = call.problem.extents.query_heads - 1;
  Verdict verdict = alone(kernel, call, 0, last_head);
  if (!is_bad(verdict)) verdict = worse(verdict, alone(kernel, call, last_batch, 0));
  if (!is_bad(verdict)) verdict = worse(verdict, alone(kernel, call, last_batch, last_head));
  return verdict;
}

}  // namespace

Property batch_head_independence() {
  return {"batch_head_independence", "A batch member and head alone give what they give in company.",
          "No sum of the definition runs over batch or heads.", applies, check};
}

}  // namespace assay::properties::laws

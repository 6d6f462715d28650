// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/reindex.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties::laws {
namespace {

impls::Support applies(const Problem& problem) {
  if (problem.extents.batch == 0) return impls::Support::no("there is no example");
  return known_dropout(problem);
}

/// Examples picked from a batch give the bits that they give there.
Verdict picked(const impls::Kernel& kernel, const Call& call, const std::vector<std::int64_t>& examples) {
  Law law;
  law.partner = [&](const RowIndex& row) {
    return std::optional(RowIndex{examples[static_cast<std::size_t>(row.batch)], row.head, row.query});
  };
  return same_numbers(kernel, call, reindex(call, {.batches = examples}), law);
}

/// Alone; in another order; and in a batch so large that a kernel which spreads its work by its size does otherwise.
Verdict check(const impls::Kernel& kernel, const Call& call) {
  if (!kernel.promises().batch_invariant) return NotApplicable{"the kernel does not promise batch invariance"};
  constexpr std::int64_t large = 5;
  const std::int64_t batch = call.problem.extents.batch;
  std::vector<std::int64_t> company;
  for (std::int64_t n = 0; n < batch + large; ++n) company.push_back(batch - 1 - n % batch);
  Verdict verdict = picked(kernel, call, {batch - 1});
  if (!is_bad(verdict)) verdict = worse(verdict, picked(kernel, call, company));
  return verdict;
}

}  // namespace

Property batch_invariant() {
  return {"batch_invariant",
          "Where the kernel promises it: an example gives the same bits alone, in its batch, and in a larger one.",
          "The same request must not change its answer with the server's load: "
          "https://thinkingmachines.ai/blog/defeating-nondeterminism-in-llm-inference/ (why); attention that splits "
          "keys by its load: https://github.com/Dao-AILab/flash-attention/issues/1897",
          applies, check};
}

}  // namespace assay::properties::laws

// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/one_hot.hpp"

#include <algorithm>

#include "properties/relations/compare.hpp"

namespace assay::properties {
namespace {

// Columns of one call where the kernel allows them: fewer calls for long key axes.
constexpr std::int64_t most_columns = 64;

}  // namespace

Call one_hot(const Call& call, std::int64_t columns, std::int64_t first) {
  Call changed = call;
  changed.problem.extents.value_dim = columns;
  changed.inputs.value = Tensor(call.inputs.value.type(), value_extents(changed.problem));
  const Index4 extents = changed.inputs.value.extents();
  for (std::int64_t b = 0; b < extents[0]; ++b) {
    for (std::int64_t h = 0; h < extents[1]; ++h) {
      for (std::int64_t c = 0; c < columns && first + c < extents[2]; ++c)
        changed.inputs.value.set({b, h, first + c, c}, 1);
    }
  }
  return changed;
}

std::string called_with(std::int64_t first) {
  return "(called with one-hot values: the last index is the key" + (first ? ", from " + std::to_string(first) : "") +
         ")";
}

Verdict for_each_block(const impls::Kernel& kernel, const Call& call,
                       const std::function<Verdict(const Call& block, std::int64_t first)>& visit) {
  const std::int64_t keys = call.problem.extents.key_length;
  Verdict verdict = NoEvidence{"there is no key"};
  if (keys == 0) return verdict;
  std::int64_t columns = std::min(keys, most_columns);
  if (!kernel.supports(one_hot(call, columns, 0).problem)) columns = call.problem.extents.value_dim;
  for (std::int64_t first = 0; first < keys && !is_bad(verdict); first += columns) {
    verdict = worse(verdict, visit(one_hot(call, columns, first), first));
  }
  return verdict;
}

}  // namespace assay::properties

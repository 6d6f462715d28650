// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/reindex.hpp"
#include "reference/model/mask.hpp"

namespace assay::properties::laws {
namespace {

impls::Support applies(const Problem& problem) {
  if (problem.extents.query_heads == problem.extents.key_heads) return impls::Support::no("no heads are shared");
  return known_dropout(problem);
}

Verdict check(const impls::Kernel& kernel, const Call& call) {
  std::vector<std::int64_t> read;
  for (std::int64_t h = 0; h < call.problem.extents.query_heads; ++h) read.push_back(key_head(call.problem, h));
  return hold_to(Law{}, kernel, call, reindex(call, {.key_heads = read}));
}

}  // namespace

Property grouped_heads() {
  return {"grouped_heads", "Query heads that share key heads give what they give when each has its own copy.",
          "Definition of grouped-query attention, Ainslie et al. 2023 (arXiv:2305.13245), section 2; head map "
          "by the convention.",
          applies, check};
}

}  // namespace assay::properties::laws

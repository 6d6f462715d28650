// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "properties/relations/compare.hpp"
#include "properties/relations/conditions.hpp"
#include "properties/property.hpp"
#include "properties/relations/reindex.hpp"

namespace assay::properties::laws {
namespace {

impls::Support applies(const Problem& problem) { return all_of(problem, {positions_free, known_dropout, no_sinks}); }

Verdict check(const impls::Kernel& kernel, const Call& call) {
  const std::int64_t count = call.problem.extents.key_length;
  std::vector<std::int64_t> twice;
  for (std::int64_t j = 0; j < count; ++j) twice.insert(twice.end(), {j, j});
  Law law;
  const double doubled = call.problem.convention.lse_base == LseBase::Two ? 1 : std::numbers::ln2;
  law.lse_offset = [doubled](const RowIndex&) { return doubled; };
  return hold_to(law, kernel, call, reindex(call, {.keys = twice}));
}

}  // namespace

Property duplicated_keys() {
  return {"duplicated_keys", "With every key and value there twice the output stays and the log-sum-exp grows by ln 2.",
          "Numerator and denominator double alike.", applies, check};
}

}  // namespace assay::properties::laws

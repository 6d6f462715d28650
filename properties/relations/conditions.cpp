// SPDX-License-Identifier: Apache-2.0
#include "properties/relations/conditions.hpp"

#include "reference/model/problem_options.hpp"

namespace assay::properties {

using impls::Support;

Support known_dropout(const Problem& problem) {
  if (problem.dropout.training && !problem.dropout.mask_given)
    return Support::no("the kernel draws its own dropout mask");
  return Support::yes();
}

Support evaluation_mode(const Problem& problem) {
  return problem.dropout.training ? Support::no("holds in evaluation mode only") : Support::yes();
}

Support positions_free(const Problem& problem) {
  for (const bool anchored : {true, false})
    for (const ProblemOption& option : problem_options())
      if (option.anchored == anchored && !option.by_position.empty() && option.shown(problem))
        return Support::no(option.by_position);
  return Support::yes();
}

Support no_sinks(const Problem& problem) {
  return problem.sinks ? Support::no("sink logits are no keys of the call") : Support::yes();
}

Support all_of(const Problem& problem, std::initializer_list<Condition> conditions) {
  for (const Condition condition : conditions) {
    if (Support met = condition(problem); !met) return met;
  }
  return Support::yes();
}

}  // namespace assay::properties

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "properties/cases/simplify_moves.hpp"
#include "reference/model/problem_options.hpp"

namespace assay::properties::detail {
namespace {

/// A name in the recipe that is not the plain one.
Extra other_name(std::string Recipe::*member) {
  const std::string plain = Recipe{}.*member;
  return {[=](const Case& c) { return c.recipe.*member == plain ? 0 : 1; }, [=](Case& c) { c.recipe.*member = plain; }};
}

std::vector<Extra> make_extras() {
  std::vector<Removal> removals;
  for (const ProblemOption& option : problem_options())
    removals.insert(removals.end(), option.removals.begin(), option.removals.end());
  std::ranges::sort(removals, {}, &Removal::rank);
  std::vector<Extra> list;
  for (const Removal& removal : removals)
    list.push_back({[weight = removal.weight](const Case& c) { return weight(c.problem); },
                    [remove = removal.remove](Case& c) { remove(c.problem); }});
  list.push_back(other_name(&Recipe::hidden));
  list.push_back(other_name(&Recipe::layout));
  return list;
}

}  // namespace

const std::vector<Extra>& extras() {
  static const std::vector<Extra> list = make_extras();
  return list;
}

std::vector<Case> fewer_features(const Case& the_case) {
  std::vector<Case> result;
  Case bare = the_case;
  for (const Extra& extra : extras()) {
    if (extra.weight(the_case) == 0) continue;
    extra.remove(bare);
    Case candidate = the_case;
    extra.remove(candidate);
    fit_data(candidate, the_case.problem, 1);
    result.push_back(std::move(candidate));
  }
  fit_data(bare, the_case.problem, 1);
  result.insert(result.begin(), std::move(bare));
  return result;
}

}  // namespace assay::properties::detail

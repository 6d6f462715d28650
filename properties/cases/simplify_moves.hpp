// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "reference/model/case/case.hpp"
#include "reference/model/problem_options.hpp"

namespace assay::properties::detail {

/// Written-out tensors of at most this many elements read as plain numbers.
constexpr std::int64_t tiny_elements = 32;

/// One thing that a plain call lacks: how much of it a case has, and how to take it away.
struct Extra {
  std::function<int(const Case&)> weight;  ///< 0: the case does not have it
  std::function<void(Case&)> remove;
};
/// Those of the problem options, by the ranks of their removals, then those of the recipe.
const std::vector<Extra>& extras();

/// The numbers of the problem options, by rank.
const std::vector<OptionNumber>& problem_numbers();

/// Neighbours of each part of the order, boldest first; neither checked for validity nor for being simpler.
std::vector<Case> smaller_extents(const Case& the_case);
std::vector<Case> fewer_features(const Case& the_case);
std::vector<Case> plainer_problem_numbers(const Case& the_case);
std::vector<Case> plainer_tensors(const Case& the_case);

/// Make the written-out tensors fit the changed problem: along an axis that became shorter the elements from
/// `from` on are cut out (from the end if it does not fit); tensors that the problem no longer has are dropped.
void fit_data(Case& the_case, const Problem& before, std::int64_t from);

}  // namespace assay::properties::detail

// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/fresh_cases.hpp"

#include <bit>
#include <utility>

#include "reference/model/contract.hpp"

namespace assay::properties {
namespace {

/// Same case, other numbers.
Case reseeded(Case the_case, std::uint64_t by) {
  the_case.recipe.seed += by;
  the_case.recipe.data.clear();
  return the_case;
}

/// Other numbers, on the other side of zero where all scores are on one.
Case opposite(Case the_case) {
  if (the_case.recipe.scores.name == "offset") the_case.recipe.scores.amplitude *= -1;
  return reseeded(std::move(the_case), 1'000'003);
}

/// Ordinary numbers, and finite ones in hidden places. What fails here as well was not the doing of large ones; and
/// where one key had all the weight, others have some.
Case plain(Case the_case) {
  Recipe& recipe = the_case.recipe;
  recipe.scores = recipe.values = {};
  recipe.hidden = "none";
  return reseeded(std::move(the_case), 2'000'029);
}

/// Longer by a multiple of every tile, so that the ends of tiles stay where they are.
Case longer(Case the_case) {
  constexpr std::int64_t more = 128;
  Extents& e = the_case.problem.extents;
  if (e.query_length > 1) e.query_length += e.query_length == e.key_length ? more : more / 4;
  e.key_length += more;
  return reseeded(std::move(the_case), 3'000'017);
}

/// None of the options, and ordinary numbers.
Case bare(Case the_case) {
  const Problem& asked = the_case.problem;
  Problem problem = plain_problem(asked.extents, asked.dtype.name);
  problem.out = asked.out;
  problem.lse = asked.lse;
  problem.convention = asked.convention;
  if (problem.convention.anchor.kind == Anchor::Kind::Offset) problem.convention.anchor = {};
  the_case.problem = problem;
  the_case.recipe.masks = Recipe{}.masks;
  return plain(std::move(the_case));
}

Case moved(Case the_case) {
  constexpr std::int64_t by = 2;
  Problem& problem = the_case.problem;
  if (Anchor& anchor = problem.convention.anchor; anchor.kind == Anchor::Kind::Offset)
    anchor.offset += anchor.offset < 0 ? -by : by;
  if (problem.past > 0) problem.past += by;
  if (problem.window.left) *problem.window.left += by;
  if (problem.window.right) *problem.window.right += by;
  return reseeded(std::move(the_case), 4'000'037);
}

Case of_odd_sizes(Case the_case) {
  constexpr std::int64_t by = 5;
  Extents& e = the_case.problem.extents;
  e.key_length += by;
  e.head_dim += by;
  e.head_dim += std::has_single_bit(static_cast<std::uint64_t>(e.head_dim));
  return reseeded(std::move(the_case), 5'000'011);
}

/// Without those in which an option of the case does not go with the change.
std::vector<FreshCase> valid(std::vector<FreshCase> cases) {
  std::erase_if(cases, [](const FreshCase& fresh) {
    try {
      validate(fresh.the_case.problem);
      return false;
    } catch (const UsageError&) {
      return true;
    }
  });
  return cases;
}

}  // namespace

std::vector<FreshCase> fresh_cases(const Case& the_case) {
  return valid({{opposite(the_case), true}, {plain(the_case), true}, {longer(the_case), false}});
}

std::vector<FreshCase> telling_cases(const Case& the_case) {
  return valid({{bare(the_case), true}, {moved(the_case), true}, {of_odd_sizes(the_case), false}});
}

}  // namespace assay::properties

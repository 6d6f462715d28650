// SPDX-License-Identifier: Apache-2.0
#include "properties/fresh_cases.hpp"

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

}  // namespace

std::vector<FreshCase> fresh_cases(const Case& the_case) {
  std::vector<FreshCase> fresh{{opposite(the_case), true}, {plain(the_case), true}};
  try {
    fresh.push_back({longer(the_case), false});
    validate(fresh.back().the_case.problem);
  } catch (const UsageError&) {
    fresh.pop_back();  // an option of the case does not go with another length
  }
  return fresh;
}

}  // namespace assay::properties

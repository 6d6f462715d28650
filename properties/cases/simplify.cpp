// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/simplify.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "properties/cases/plain_number.hpp"
#include "properties/cases/simplify_moves.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {
namespace {

/// A number of the order; the parts of a case become one long key, compared from the left.
using Key = std::vector<double>;

void append_number(Key& key, double value) {
  const NumberRank rank = number_rank(value);
  const double parts[] = {static_cast<double>(rank.kind), static_cast<double>(rank.bits),
                          static_cast<double>(rank.exponent_distance), rank.size, rank.negative ? 1.0 : 0.0};
  key.insert(key.end(), std::begin(parts), std::end(parts));
}

void append_extents(Key& key, const Extents& extents) {
  const std::int64_t parts[] = {extents.batch,        extents.query_heads, extents.key_heads, extents.key_length,
                                extents.query_length, extents.head_dim,    extents.value_dim};
  std::int64_t sum = 0;
  for (const std::int64_t part : parts) sum += part;
  key.push_back(static_cast<double>(sum));
  for (const std::int64_t part : parts) key.push_back(static_cast<double>(part));
}

void append_features(Key& key, const Case& the_case) {
  const std::size_t count_place = key.size();
  key.push_back(0);
  for (const detail::Extra& extra : detail::extras()) {
    const int weight = extra.weight(the_case);
    key[count_place] += weight > 0 ? 1 : 0;
    key.push_back(weight);
  }
}

/// 0 for the default, then the place in the table; a name that the table lacks comes last.
double fill_rank(const std::string& name, const std::string& plain, const std::vector<FillInfo>& table) {
  if (name == plain) return 0;
  const auto place = std::find_if(table.begin(), table.end(), [&](const FillInfo& info) { return info.name == name; });
  return static_cast<double>(place - table.begin()) + 1;
}

/// The default, which the line leaves out, is the plainest.
void append_amplitude(Key& key, const Fill& fill) {
  key.push_back(fill.amplitude == Fill{}.amplitude ? 0 : 1);
  append_number(key, fill.amplitude);
}

/// 0 plain: written out and tiny. 1: generated. 2: written out at length.
double tensor_rank(const Recipe& recipe, const std::string& name) {
  const auto data = recipe.data.find(name);
  if (data == recipe.data.end()) return 1;
  return static_cast<std::int64_t>(data->second.size()) <= detail::tiny_elements ? 0 : 2;
}

void append_recipe(Key& key, const Case& the_case) {
  const Recipe& recipe = the_case.recipe;
  const Recipe plain;
  double rank_sum = 0;
  for (const std::string& name : tensor_names()) {
    if (tensor_spec(the_case.problem, name)) rank_sum += tensor_rank(recipe, name);
  }
  key.push_back(rank_sum);
  key.push_back(fill_rank(recipe.scores.name, plain.scores.name, score_fills()));
  key.push_back(fill_rank(recipe.values.name, plain.values.name, value_fills()));
  append_amplitude(key, recipe.scores);
  append_amplitude(key, recipe.values);
  key.push_back(fill_rank(recipe.masks, plain.masks, mask_fills()));
  key.push_back(static_cast<double>(recipe.seed));
}

void append_data(Key& key, const Recipe& recipe) {
  const std::size_t sum_place = key.size();
  key.push_back(0);
  for (const auto& [name, elements] : recipe.data) {
    for (const double element : elements) key[sum_place] += number_cost(element);
  }
  for (const auto& [name, elements] : recipe.data) {
    for (const double element : elements) append_number(key, element);
  }
}

Key order_key(const Case& the_case) {
  Key key;
  append_extents(key, the_case.problem.extents);
  append_features(key, the_case);
  for (const OptionNumber& number : detail::problem_numbers()) append_number(key, number.read(the_case.problem));
  append_recipe(key, the_case);
  append_data(key, the_case.recipe);
  return key;
}

using Place = std::pair<Key, std::string>;

Place place_of(const Case& the_case) { return {order_key(the_case), to_text(the_case)}; }

bool is_valid(const Case& the_case) {
  try {
    validate(the_case.problem);
    check_recipe(the_case.problem, the_case.recipe);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

}  // namespace

bool simpler(const Case& a, const Case& b) { return place_of(a) < place_of(b); }

std::vector<Case> simpler_candidates(const Case& the_case) {
  const Place place = place_of(the_case);
  std::vector<Case> result;
  std::unordered_set<std::string> known;
  for (const auto& moves :
       {detail::smaller_extents, detail::fewer_features, detail::plainer_problem_numbers, detail::plainer_tensors}) {
    for (Case& candidate : moves(the_case)) {
      if (!is_valid(candidate)) continue;
      Place candidate_place = place_of(candidate);
      if (candidate_place >= place || !known.insert(std::move(candidate_place.second)).second) continue;
      result.push_back(std::move(candidate));
    }
  }
  return result;
}

}  // namespace assay::properties

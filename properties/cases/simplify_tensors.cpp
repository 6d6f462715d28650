// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "properties/cases/plain_number.hpp"
#include "properties/cases/simplify_moves.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties::detail {
namespace {

std::vector<std::vector<double>> plainer_elements(const std::vector<double>& elements) {
  std::vector<std::vector<double>> result;
  result.emplace_back(elements.size(), 0.0);
  result.emplace_back(elements.size(), 1.0);
  std::vector<double> whole = elements;
  for (double& element : whole) element = std::isfinite(element) ? std::trunc(element) : element;
  result.push_back(std::move(whole));
  for (std::size_t n = 0; n < elements.size(); ++n) {
    for (const double plain : plainer_numbers(elements[n])) {
      result.push_back(elements);
      result.back()[n] = plain;
    }
  }
  return result;
}

/// Products of two tensors often matter and their factors do not: all that is not zero becomes one, everywhere at once.
Case only_ones(Case the_case) {
  for (auto& [name, elements] : the_case.recipe.data) {
    for (double& element : elements) element = element == 0 ? 0 : 1;
  }
  return the_case;
}

std::vector<double> all_elements(const Tensor& tensor) {
  std::vector<double> elements;
  for_each_index(tensor.extents(), [&](const Index4& index) { elements.push_back(tensor.get(index)); });
  return elements;
}

/// Write tensors out: all at once, then one by one. Reads the tensors only when each would be tiny.
void add_written_out(std::vector<Case>& result, const Case& the_case) {
  std::vector<std::string> names;
  for (const std::string& name : tensor_names()) {
    const std::optional<TensorSpec> spec = tensor_spec(the_case.problem, name);
    if (!spec || the_case.recipe.data.contains(name)) continue;
    const Index4& extents = spec->extents;
    const std::int64_t elements = extents[0] * extents[1] * extents[2] * extents[3];
    if (elements > 0 && elements <= tiny_elements) names.push_back(name);
  }
  if (names.empty()) return;
  const Inputs inputs = make_inputs(the_case);
  Case all = the_case;
  for (const std::string& name : names) {
    Case candidate = the_case;
    const std::vector<double> elements = all_elements(*get_tensor(inputs, name));
    all.recipe.data[name] = elements;
    candidate.recipe.data[name] = elements;
    result.push_back(std::move(candidate));
  }
  result.insert(result.begin(), std::move(all));
}

void add_fills(std::vector<Case>& result, const Case& the_case, Fill Recipe::*fill,
               const std::vector<FillInfo>& table) {
  const auto add = [&](const Fill& plain) {
    Case candidate = the_case;
    candidate.recipe.*fill = plain;
    result.push_back(std::move(candidate));
  };
  const Fill& present = the_case.recipe.*fill;
  add(Fill{});
  for (const FillInfo& info : table) add({std::string(info.name), present.amplitude});
  add({present.name, 1});
  for (const double plain : plainer_numbers(present.amplitude)) add({present.name, plain});
}

void add_recipe(std::vector<Case>& result, const Case& the_case) {
  Case fresh = the_case;
  fresh.recipe = Recipe{};
  fresh.recipe.data = the_case.recipe.data;
  result.push_back(fresh);
  add_fills(result, the_case, &Recipe::scores, score_fills());
  add_fills(result, the_case, &Recipe::values, value_fills());
  Case plain_masks = the_case;
  plain_masks.recipe.masks = Recipe{}.masks;
  result.push_back(std::move(plain_masks));
  for (std::uint64_t seed = 0; seed < std::min<std::uint64_t>(4, the_case.recipe.seed); ++seed) {
    Case candidate = the_case;
    candidate.recipe.seed = seed;
    result.push_back(std::move(candidate));
  }
}

}  // namespace

const std::vector<OptionNumber>& problem_numbers() {
  static const std::vector<OptionNumber> list = [] {
    std::vector<OptionNumber> all;
    for (const ProblemOption& option : problem_options())
      all.insert(all.end(), option.numbers.begin(), option.numbers.end());
    std::ranges::sort(all, {}, &OptionNumber::rank);
    return all;
  }();
  return list;
}

std::vector<Case> plainer_problem_numbers(const Case& the_case) {
  std::vector<Case> result;
  for (const OptionNumber& number : problem_numbers()) {
    for (const double plain : plainer_numbers(number.read(the_case.problem))) {
      result.push_back(the_case);
      number.write(result.back().problem, plain);
    }
  }
  return result;
}

std::vector<Case> plainer_tensors(const Case& the_case) {
  std::vector<Case> result;
  add_written_out(result, the_case);
  add_recipe(result, the_case);
  result.push_back(only_ones(the_case));
  for (const auto& [name, elements] : the_case.recipe.data) {
    for (std::vector<double>& plain : plainer_elements(elements)) {
      result.push_back(the_case);
      result.back().recipe.data[name] = std::move(plain);
      fit_data(result.back(), the_case.problem, 0);
    }
  }
  return result;
}

}  // namespace assay::properties::detail

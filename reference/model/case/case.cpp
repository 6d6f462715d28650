// SPDX-License-Identifier: Apache-2.0
#include "reference/model/case/case.hpp"

#include <vector>

#include "reference/model/problem_options.hpp"
#include "reference/model/problem_text.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {

std::vector<std::string> case_keys() {
  std::vector<std::string> keys = problem_keys();
  for (const RecipeOption& option : recipe_options()) keys.push_back(option.about.key);
  for (const std::string& name : tensor_names()) keys.push_back("data." + name);
  return keys;
}

std::string to_text(const Case& the_case) { return to_text(the_case.problem) + " " + to_text(the_case.recipe); }

Case parse_case(std::string_view line) {
  Case the_case;
  std::vector<TextField> problem_fields;
  for (const TextField& field : split_fields(line)) {
    if (set_recipe_field(the_case.recipe, field.key, field.value)) continue;
    if (!find_problem_option(field.key)) throw UsageError(unknown_key("field", field.key, case_keys()));
    problem_fields.push_back(field);
  }
  the_case.problem = parse_problem_fields(problem_fields);
  check_recipe(the_case.problem, the_case.recipe);
  return the_case;
}

Inputs make_inputs(const Case& the_case) {
  Inputs inputs = make_inputs(the_case.problem, the_case.recipe);
  check_inputs(the_case.problem, inputs);
  return inputs;
}

}  // namespace assay

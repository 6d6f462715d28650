// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/model/problem.hpp"
#include "reference/model/case/recipe.hpp"

namespace assay {

/// A problem with the recipe of its tensors: one line that rebuilds everything on any machine. This is the replay line.
struct Case {
  Problem problem;
  Recipe recipe;
  bool operator==(const Case&) const = default;
};

/// "<problem fields> <recipe fields>"; parse_case(to_text(c)) == c.
std::string to_text(const Case& the_case);
/// Throws UsageError naming the field and what would be right.
Case parse_case(std::string_view line);

/// Every key that a case line may have.
std::vector<std::string> case_keys();

/// make_inputs(problem, recipe), checked against the problem.
Inputs make_inputs(const Case& the_case);

}  // namespace assay

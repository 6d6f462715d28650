// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "reference/model/problem.hpp"

namespace assay::properties {

/// One forward output beside what a rule in use would compare it with.
struct Compared {
  const Problem& problem;
  std::vector<double> got;       ///< the kernel's output, element by element
  std::vector<double> exact;     ///< the certified reference's centres
  std::vector<double> rounded;   ///< the same, rounded to the output's format
  std::vector<double> baseline;  ///< an honest materialised softmax in the input's format, on the same inputs
};

/// An acceptance rule that other projects use: kept to be compared with, never to give a verdict. Its constants are
/// theirs, not derived.
struct Rule {
  std::string_view name;
  std::string_view claim;   ///< the rule in a formula
  std::string_view source;  ///< the project that uses it
  bool (*accepts)(const Compared& outputs);
};

/// Every rule, in the order of the comparison's columns.
const std::vector<Rule>& rules_in_use();

}  // namespace assay::properties

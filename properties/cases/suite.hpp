// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/model/case/case.hpp"

namespace assay::properties {

/// A list of cases kept in the tree: properties/cases/suites/<name>.cases, one case line each, built into the
/// program.
struct Suite {
  std::string_view name;
  std::string_view claim;  ///< what it is for: the file's first comment line
  std::vector<Case> cases;
};

/// The names of the suites of this build, sorted.
std::vector<std::string> suite_names();

/// Look a suite up by name; parsed on first use. Throws UsageError naming the known ones.
const Suite& find_suite(std::string_view name);

/// Parse the text of a .cases file: a case line each, '#' comments and empty lines skipped. Throws UsageError
/// naming the line.
std::vector<Case> parse_cases(std::string_view file, std::string_view text);

}  // namespace assay::properties

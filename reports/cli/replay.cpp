// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "reference/model/case/older_lines.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {

int replay(const ReplayOptions& options, const std::string& command) {
  CheckOptions check_options;
  check_options.kernels = {options.kernel};
  check_options.problems = {in_present_words(options.line)};
  if (check_options.problems[0] != options.line)
    std::cerr << "assay: the line is in older words; it is read as '" << readable(check_options.problems[0]) << "'\n";
  check_options.require = options.require;
  check_options.checks = options.checks;
  check_options.threads = 1;
  check_options.limits = options.limits;
  return check(check_options, command);
}

}  // namespace assay::reports::cli

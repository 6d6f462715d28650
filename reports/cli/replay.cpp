// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/verbs.hpp"

namespace assay::reports::cli {

int replay(const ReplayOptions& options, const std::string& command) {
  CheckOptions check_options;
  check_options.kernels = {options.kernel};
  check_options.problems = {options.line};
  check_options.require = options.require;
  check_options.checks = options.checks;
  check_options.threads = 1;
  check_options.limits = options.limits;
  return check(check_options, command);
}

}  // namespace assay::reports::cli

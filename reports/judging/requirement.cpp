// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/requirement.hpp"

#include "reports/record/text.hpp"

namespace assay::reports {

std::string repeat_with(const std::string& command, const std::optional<Arithmetic>& required) {
  return required ? command + " --require " + shell_quote(to_text(*required)) : command;
}

}  // namespace assay::reports

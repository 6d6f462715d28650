// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "reports/record/run.hpp"

namespace assay::reports {

/// fuzz/measure/campaigns/rules.tsv as it stood at build: Assay beside the rules in use, on the same outputs.
std::string_view rules_text();

/// Fills the run's `rules` and `rules_command` from a text of that form. Throws UsageError naming the line.
void parse_comparison(std::string_view text, Run& run);

/// The same from rules_text().
void add_comparison(Run& run);

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "reports/record/run.hpp"

namespace assay::reports {

/// The part of the HTML page that shows Assay beside the rules in use; empty where the run does not tell of them.
void write_comparison_html(const Run& run, std::ostream& out);

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <vector>

#include "reports/record/summary.hpp"

namespace assay::reports {

/// The first thing that the HTML page tells: how much was refused, gave no evidence and was not covered, in a line each
/// that links to its section, and the page's other sections.
void write_unseen_html(const Run& run, const std::vector<KernelSummary>& kernels, std::ostream& out);

/// Those sections: why, by kernel; what was left out; the faults that no case could have shown.
void write_uncovered_html(const Run& run, const std::vector<KernelSummary>& kernels, std::ostream& out);

}  // namespace assay::reports

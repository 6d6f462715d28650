// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>

#include "reports/record/summary.hpp"

namespace assay::reports {

/// The CSS class that colours a verdict (index in properties::Verdict).
const char* tone_of(VerdictKind verdict);

/// One kernel's part of the HTML page: what it was judged against, error charts, shares with reasons, worst elements
/// with their terms; others link to it as #kernel-<number>.
void write_kernel_html(const Run& run, const KernelSummary& kernel, std::size_t number, std::ostream& out);

/// What an element's allowance is made of, as a table with bars.
void write_terms_html(const Evidence& evidence, std::ostream& out);

}  // namespace assay::reports

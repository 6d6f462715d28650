// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "reports/record/run.hpp"

namespace assay::reports {

/// The part of the HTML page that shows which check kills which planted fault; empty where the run has no catalogue.
void write_catalogue_html(const Run& run, std::ostream& out);

}  // namespace assay::reports

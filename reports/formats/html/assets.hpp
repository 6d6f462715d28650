// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace assay::reports {

/// The look of HTML pages: reports/formats/html/report.css as it stood at build.
std::string_view report_css();

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "reports/record/run.hpp"

namespace assay::reports {

/// This machine and this build, now.
Environment detect_environment();

/// What this build does not judge at all, and why: the standing part of every report's "not covered".
std::vector<Uncovered> left_out_of_build();

}  // namespace assay::reports

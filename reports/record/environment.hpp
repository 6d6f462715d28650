// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/record/run.hpp"

namespace assay::reports {

/// This machine and this build, now.
Environment detect_environment();

/// Says in the environment how a kernel from outside was kept apart, who was refused the protections `lost`. A record
/// calls its libraries confined only where that is true of all.
void tell_isolation(const std::vector<std::string>& lost, Environment& environment);

/// What this build does not judge at all, and why: the standing part of every report's "not covered".
std::vector<Uncovered> left_out_of_build();

}  // namespace assay::reports

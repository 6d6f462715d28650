// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace assay::reports::cli {

/// Prints what a suspect claims, of which kind it is, what its residual means and which faults declare it. Throws
/// UsageError for a name that no suspect has.
void explain_suspect(const std::string& name);

}  // namespace assay::reports::cli

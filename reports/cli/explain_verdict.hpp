// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace assay::reports::cli {

/// `assay explain verdict WORD`: what a verdict means, for somebody who knows attention. `assay explain verdict
/// REPORT.json:N`: the N-th failure (or doubt) of a record in the same words, with its numbers. Throws UsageError and
/// EnvironmentError.
void explain_verdict(const std::string& subject);

}  // namespace assay::reports::cli

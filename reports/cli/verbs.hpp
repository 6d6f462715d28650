// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reports/cli/options.hpp"

namespace assay::reports::cli {

/// One function a verb, each in the file of its name. Results go to standard output, progress to standard error. They
/// return the exit code and throw UsageError and EnvironmentError.
int check(const CheckOptions& options, const std::string& command);
int replay(const ReplayOptions& options, const std::string& command);
int fuzz(const FuzzOptions& options, const std::string& command);
int pack(const PackOptions& options);
int grade(const GradeOptions& options, const std::string& command);
int diff(const DiffOptions& options);
int list(const ListOptions& options);
int explain(const ExplainOptions& options);

}  // namespace assay::reports::cli

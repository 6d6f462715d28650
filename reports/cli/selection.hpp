// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/campaign.hpp"
#include "reports/cli/options.hpp"

namespace assay::reports::cli {

/// A built-in kernel or fault by name; a shared library with the plug-in ABI by a path (it has a slash or ends in .so).
/// Throws UsageError naming the known ones, EnvironmentError for a library that cannot be used.
impls::KernelPointer select_kernel(const std::string& name);

/// The kernels of these names, all built-in ones for none.
std::vector<impls::KernelPointer> select_kernels(const std::vector<std::string>& names);

/// The cases that were asked for; checks as for exhibits_of_suite(). Throws UsageError (a line, a suite, a file's
/// content) and EnvironmentError (a file).
std::vector<Exhibit> select_exhibits(const CaseOptions& options, const std::vector<std::string>& checks);

/// As many as were asked for, else one a hardware thread.
int select_threads(int asked);

/// The arithmetic of --require; none for empty text. Throws UsageError.
std::optional<Arithmetic> select_arithmetic(const std::string& require);

}  // namespace assay::reports::cli

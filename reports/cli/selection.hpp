// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reports/judging/judge_run.hpp"
#include "reports/cli/options.hpp"

namespace assay::reports::cli {

/// A built-in kernel or fault by name; a shared library with the plug-in ABI by a path (it has a slash or ends in .so).
/// Throws UsageError naming the known ones, EnvironmentError for a library that cannot be used.
impls::KernelPointer select_kernel(const std::string& name, const SandboxLimits& limits = {});

/// The kernels of these names, or built-in ones and faults that match as in a shell ("fault/*"); all built-in ones for
/// none.
std::vector<impls::KernelPointer> select_kernels(const std::vector<std::string>& names, const SandboxLimits& limits);

/// The convention in which suites are posed: the one asked for, else the one that all kernels follow, if they follow
/// one; none: as the suite says. Throws UsageError.
std::optional<Convention> select_convention(const std::string& asked, const std::vector<impls::KernelPointer>& kernels);

/// Pose the cases of suites in a convention: the same extents, options and tensors, read as that convention reads them.
/// A case that the convention makes impossible stays as it was.
void pose_in(const Convention& convention, std::vector<Exhibit>& exhibits);

/// The cases that were asked for; checks as for exhibits_of_suite(). Throws UsageError (a line, a suite, a file's
/// content) and EnvironmentError (a file).
std::vector<Exhibit> select_exhibits(const CaseOptions& options, const std::vector<std::string>& checks);

/// As many as were asked for, else one a hardware thread.
int select_threads(int asked);

/// The arithmetic of --require; none for empty text. Throws UsageError.
std::optional<Arithmetic> select_arithmetic(const std::string& require);

}  // namespace assay::reports::cli

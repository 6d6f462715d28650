// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "reports/cli/options.hpp"
#include "reports/format.hpp"

namespace assay::reports::cli {

/// A report that was asked for.
struct Target {
  const Format* format = nullptr;
  std::string path;
};

/// Every report of the options. Throws UsageError for an unknown format, a text that is not FORMAT:FILE or a folder
/// that is not there, EnvironmentError for one that takes no file: called before a run starts, so that an hour's work
/// is not lost to a typing error.
std::vector<Target> targets_of(const ReportOptions& options);

/// The console report on standard output, the others into their files, then their paths. Returns the run's exit code.
int publish(const Run& run, const std::vector<Target>& targets);

/// A progress line on standard error, rewritten in place on a terminal; silent when standard error is not one.
void show_progress(std::size_t done, std::size_t all);

}  // namespace assay::reports::cli

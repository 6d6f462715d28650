// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "reports/record/run.hpp"

namespace assay::reports {

/// One way to show a run. Extension point: reports/formats, one file a format, which defines a function named after the
/// file. Writers are pure functions of the record: the same run gives the same bytes.
struct Format {
  std::string name;
  std::string extension;  ///< of its files, without the dot
  std::string claim;      ///< what it is for, in one line
  void (*write)(const Run& run, std::ostream& out) = nullptr;
};

const std::vector<Format>& all_formats();

/// Throws UsageError naming the known ones.
const Format& find_format(const std::string& name);

/// Write a report to a file: first beside it under a temporary name, then renamed, so that an earlier report stays
/// whole until the new one is. Throws EnvironmentError naming the path.
void write_report(const Format& format, const Run& run, const std::string& path);

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/output.hpp"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iostream>

#include "reference/model/contract.hpp"
#include "reports/text.hpp"

namespace assay::reports::cli {

std::vector<Target> targets_of(const ReportOptions& options) {
  std::vector<Target> targets;
  for (const std::string& report : options.reports) {
    const std::size_t colon = report.find(':');
    if (colon == std::string::npos || colon + 1 == report.size())
      throw UsageError("--report '" + readable(report) + "': right would be FORMAT:PATH, as in html:report.html");
    targets.push_back({&find_format(report.substr(0, colon)), report.substr(colon + 1)});
  }
  std::error_code ignored;
  for (const Target& target : targets)
    if (std::filesystem::is_directory(target.path, ignored))
      throw UsageError("--report: " + readable(target.path) + " is a directory; right would be a file in it");
  if (options.folder.empty()) return targets;
  const std::filesystem::path folder(options.folder);
  if (std::filesystem::exists(folder, ignored) && !std::filesystem::is_directory(folder, ignored))
    throw UsageError("--out: " + readable(options.folder) + " is a file; right would be a folder, existing or new");
  targets.push_back({&find_format("json"), folder / "report.json"});
  targets.push_back({&find_format("junit"), folder / "junit.xml"});
  targets.push_back({&find_format("html"), folder / "report.html"});
  return targets;
}

int publish(const Run& run, const std::vector<Target>& targets) {
  find_format("console").write(run, std::cout);
  for (const Target& target : targets) write_report(*target.format, run, target.path);
  if (!targets.empty()) std::cout << "\n";
  for (const Target& target : targets)
    std::cout << target.format->name << ": " << readable(std::filesystem::absolute(target.path).string()) << "\n";
  std::cout.flush();
  if (!std::cout) throw EnvironmentError("standard output does not take the results");
  return exit_code(run);
}

void show_progress(std::size_t done, std::size_t all) {
  static const bool terminal = ::isatty(STDERR_FILENO) == 1;
  if (terminal) std::fprintf(stderr, "\r%zu of %zu cases%s", done, all, done == all ? "\n" : "");
}

}  // namespace assay::reports::cli

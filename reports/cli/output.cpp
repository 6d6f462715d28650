// SPDX-License-Identifier: Apache-2.0
#include "reports/cli/output.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "reference/model/contract.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {

namespace {

namespace fs = std::filesystem;

/// Throws unless a file can be made in the folder; leaves nothing behind.
void probe(const fs::path& folder, const std::string& option) {
  const std::string file = (folder / (".assay-probe-" + std::to_string(::getpid()))).string();
  const bool made = std::ofstream(file).good();
  const std::string why = std::strerror(errno);
  std::error_code ignored;
  fs::remove(file, ignored);
  if (!made) throw EnvironmentError(option + ": cannot write into " + readable(folder.string()) + ": " + why);
}

fs::path folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

/// Before a run, so that hours of judging are not lost for a place that takes no report.
void try_file(const fs::path& file) {
  const std::string name = readable(file.string());
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw UsageError("--report: " + name + " is a directory; right would be a file in it");
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored))
    throw UsageError("--report: " + name + " is no ordinary file; right would be a file, existing or new");
  const fs::path folder = folder_of(file);
  if (!fs::is_directory(folder, ignored))
    throw UsageError("--report: there is no folder " + readable(folder.string()) +
                     "; right would be a file in a folder that is there");
  probe(folder, "--report");
}

/// The folder itself may be missing, the one that it lies in may not.
void try_folder(fs::path folder) {
  const std::string name = readable(folder.string());
  if (!folder.has_filename()) folder = folder.parent_path();  // "out/"
  std::error_code trouble;
  if (fs::is_directory(folder, trouble)) return probe(folder, "--out");
  if (fs::exists(folder, trouble))
    throw UsageError("--out: " + name + " is a file; right would be a folder, existing or new");
  if (!fs::is_directory(folder_of(folder), trouble))
    throw UsageError("--out: there is no folder " + readable(folder_of(folder).string()) +
                     "; right would be a folder that is there, or a new one in such a one");
  if (!fs::create_directory(folder, trouble))
    throw EnvironmentError("--out: cannot make the folder " + name + ": " + trouble.message());
  fs::remove(folder, trouble);  // a run that cannot begin leaves none behind
}

}  // namespace

std::vector<Target> targets_of(const ReportOptions& options) {
  std::vector<Target> targets;
  for (const std::string& report : options.reports) {
    const std::size_t colon = report.find(':');
    if (colon == std::string::npos || colon + 1 == report.size())
      throw UsageError("--report '" + readable(report) + "': right would be FORMAT:FILE, as in html:report.html");
    targets.push_back({&find_format(report.substr(0, colon)), report.substr(colon + 1)});
    try_file(targets.back().path);
  }
  if (options.folder.empty()) return targets;
  const fs::path folder(options.folder);
  try_folder(folder);
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

// SPDX-License-Identifier: Apache-2.0
#include "reports/diff/diff.hpp"

#include <iostream>
#include <sstream>

#include "reference/model/contract.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/record/file.hpp"
#include "reports/record/record.hpp"

namespace assay::reports::cli {
namespace {

Run record_of(const std::string& path) {
  std::istringstream text(read_file(path));
  return read_record(text, path);
}

}  // namespace

int diff(const DiffOptions& options) {
  const Run before = record_of(options.before);
  const Run after = record_of(options.after);
  RunDiff found = reports::diff(before, after);
  found.before = options.before;
  found.after = options.after;
  found.strict = options.strict;
  (options.format == "json" ? write_diff_json : write_diff_text)(found, std::cout);
  std::cout.flush();
  if (!std::cout) throw EnvironmentError("standard output does not take the results");
  return exit_code(found);
}

}  // namespace assay::reports::cli

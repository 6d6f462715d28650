// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fuzz/finding.hpp"
#include "reference/model/case/case.hpp"

namespace assay::fuzz {

/// A case that is kept for ever because it once failed: one text file, comment lines that start with '#', then
/// one case line.
struct CorpusEntry {
  std::filesystem::path file;
  std::string check;  ///< the check that failed, from the comment "# check: NAME"; "reference" where there is none
  Case the_case;
};

/// Every *.case file of a folder, sorted by name. Throws EnvironmentError when the folder or a file cannot be
/// read, UsageError naming the file when it does not hold exactly one case line.
std::vector<CorpusEntry> read_corpus(const std::filesystem::path& folder);

/// Keep a finding: <check>-<hash of the shrunk line>.case, so the same finding is the same file. The folder is
/// made when missing. Written beside its place and renamed into it: a reader never sees half a file. Throws
/// EnvironmentError. Returns the path.
std::filesystem::path keep(const Finding& finding, const std::filesystem::path& folder);

}  // namespace assay::fuzz

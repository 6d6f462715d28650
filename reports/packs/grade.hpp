// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reports/judging/judge_run.hpp"
#include "reports/packs/manifest.hpp"

namespace assay::reports {

struct GradeRequest {
  std::filesystem::path pack;
  std::filesystem::path outputs;
  std::string name{};                ///< of the kernel; empty: what run.json says, else the name of the folder
  std::vector<std::string> cases{};  ///< empty: all
};

/// What there is to judge, and what of the outputs is not.
struct GivenOutputs {
  std::vector<Exhibit> exhibits;  ///< a case and, as its answer, a kernel that returns what the file holds
  std::vector<Uncovered> uncovered;
};

/// Read the outputs of a pack's cases, for judge_all() to judge them as it judges any kernel. The answer's arithmetic
/// is what its file declares in `__metadata__`, else the manifest's; its convention likewise, where it differs only in
/// what is returned (empty, empty_lse, lse_base): other readings of the inputs are not applicable. What cannot be
/// judged is that case's verdict: faulted ("output missing", "output malformed", "output misnamed", "exception") or not
/// applicable with the runner's reason. An element that the kernel left unwritten is whatever the file holds.
/// Throws EnvironmentError for a missing folder, UsageError for an unknown case and a malformed run.json.
GivenOutputs read_outputs(const Pack& pack, const GradeRequest& request);

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/arithmetic.hpp"
#include "reports/judging/judge_run.hpp"
#include "reports/packs/manifest.hpp"

namespace assay::reports {

/// A program that computes a pack's cases with some framework, as it is written into every pack.
struct Runner {
  std::string_view file;
  std::string_view text;
};
/// reports/packs/runners/*.py, sorted by name.
const std::vector<Runner>& runners();

/// Write cases for another machine to compute: a safetensors file of inputs each, the runners, the manifest last. Only
/// cases of the dtypes, or all for none; case standard_007 is the seventh of its suite, whatever else was left out.
/// Strides become contiguous. Throws UsageError for no case and for a folder that is not empty, EnvironmentError when
/// it cannot be written.
Pack write_pack(const std::filesystem::path& folder, const std::vector<Exhibit>& exhibits,
                const std::vector<std::string>& dtypes, const std::optional<Arithmetic>& require);

/// Read a pack and hold its input files against their checksums. Throws EnvironmentError for a missing folder or file,
/// UsageError naming every input file that was changed, and as read_manifest().
Pack read_pack(const std::filesystem::path& folder);

}  // namespace assay::reports

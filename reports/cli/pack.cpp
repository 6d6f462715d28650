// SPDX-License-Identifier: Apache-2.0
#include "reports/packs/pack.hpp"

#include <filesystem>
#include <iostream>

#include "reports/cli/selection.hpp"
#include "reports/cli/verbs.hpp"
#include "reports/record/text.hpp"

namespace assay::reports::cli {
namespace {

std::int64_t bytes_in(const std::filesystem::path& folder) {
  std::int64_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) bytes += static_cast<std::int64_t>(entry.file_size());
  return bytes;
}

}  // namespace

int pack(const PackOptions& options) {
  for (const std::string& name : options.dtypes) dtype(name);  // throws for an unknown one
  const std::optional<Arithmetic> require = select_arithmetic(options.require);
  std::vector<Exhibit> exhibits = select_exhibits(options, {"reference"});
  if (const auto convention = select_convention(options.convention, {})) pose_in(*convention, exhibits);
  const Pack made = write_pack(options.folder, exhibits, options.dtypes, require);
  const std::string folder = shell_word(options.folder);
  std::cout << "packed " << grouped(static_cast<std::int64_t>(made.cases.size())) << " cases, "
            << grouped(bytes_in(options.folder) / 1024) << " KiB, into " << readable(options.folder) << "\n"
            << "compute them anywhere, with one of its runners or your own, then grade what came out:\n"
            << "  python3 " << folder << "/run_numpy.py outputs\n"
            << "  assay grade " << folder << " outputs\n";
  return 0;
}

}  // namespace assay::reports::cli

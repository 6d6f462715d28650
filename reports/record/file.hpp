// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace assay::reports {

/// The bytes of a file. Throws EnvironmentError naming it: missing, a directory, not to be read.
std::string read_file(const std::filesystem::path& path);

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#include "reports/record/file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "reference/model/contract.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {

std::string read_file(const std::filesystem::path& path) {
  const std::string place = "cannot read " + readable(path.string()) + ": ";
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw EnvironmentError(place + "it is a directory; right would be a file");
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw EnvironmentError(place + std::strerror(errno));
  return bytes;
}

}  // namespace assay::reports

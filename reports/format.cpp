// SPDX-License-Identifier: Apache-2.0
#include "reports/format.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "reference/model/contract.hpp"
#include "reports/record/text.hpp"

namespace assay::reports {

const Format& find_format(const std::string& name) {
  const std::vector<Format>& formats = all_formats();
  const auto found = std::ranges::find(formats, name, &Format::name);
  if (found != formats.end()) return *found;
  std::string known;
  for (const Format& format : formats) known += (known.empty() ? "" : ", ") + format.name;
  throw UsageError("unknown report format '" + readable(name) + "'; known: " + known);
}

void write_report(const Format& format, const Run& run, const std::string& path) {
  const auto fail = [&](const std::string& what) {
    throw EnvironmentError("cannot write the report " + readable(path) + ": " + what);
  };
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code trouble;
  if (!folder.empty()) std::filesystem::create_directories(folder, trouble);
  if (trouble) fail(trouble.message());
  const std::string partial = path + ".partial-" + std::to_string(::getpid());
  {
    std::ofstream file(partial, std::ios::binary | std::ios::trunc);
    if (!file) fail(std::strerror(errno));
    format.write(run, file);
    file.close();
    if (!file) {
      std::filesystem::remove(partial, trouble);
      fail("the disk did not take it");
    }
  }
  std::filesystem::rename(partial, path, trouble);
  if (!trouble) return;
  const std::string what = trouble.message();
  std::filesystem::remove(partial, trouble);
  fail(what);
}

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#include "reports/packs/pack.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <sstream>

#include "reference/model/files/case_file.hpp"
#include "reference/model/contract.hpp"
#include "reports/record/file.hpp"
#include "reports/record/text.hpp"

namespace fs = std::filesystem;

namespace assay::reports {
namespace {

constexpr const char* manifest_name = "manifest.json";

/// Against accidents only: whoever changes a file can change its checksum.
std::string checksum_of(const fs::path& path) {
  const std::string bytes = read_file(path);
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return fmt::format("xxh128:{:016x}{:016x}", hash.high64, hash.low64);
}

void write_text(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw EnvironmentError("cannot write " + readable(path.string()));
}

/// What the cases of one origin are called: a suite's name, a path without folders and ending.
std::string stem_of(const Origin& origin) {
  const fs::path source = origin.of.empty() ? origin_text(origin) : origin.of;
  std::string stem = source.stem().string().substr(0, 100);
  for (char& c : stem)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  return stem;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_directory(folder, error))
    throw UsageError(readable(folder.string()) + " is a file; right would be a new folder");
  if (fs::exists(folder, error) && !fs::is_empty(folder, error))
    throw UsageError(readable(folder.string()) + " is not empty; right would be a new folder");
  fs::create_directories(folder / "inputs", error);
  if (error) throw EnvironmentError("cannot write " + readable(folder.string()) + ": " + error.message());
}

PackCase write_case(const fs::path& folder, const std::string& name, const Exhibit& exhibit, const Pack& pack) {
  properties::Call call = call_of(exhibit);
  PackCase made{.name = name, .origin = exhibit.origin, .problem = call.problem, .arithmetic = pack.require};
  if (made.arithmetic.empty()) made.arithmetic = to_text(arithmetic_preset(call.problem.dtype.name));
  CaseFile file;
  file.problem = std::move(call.problem);
  file.inputs = std::move(call.inputs);
  save_case_file(folder / input_file(made), file);
  made.checksum = checksum_of(folder / input_file(made));
  return made;
}

bool is_wanted(const Exhibit& exhibit, const std::vector<std::string>& dtypes) {
  const auto* the_case = std::get_if<Case>(&exhibit.source);
  const Problem& problem = the_case ? the_case->problem : std::get<properties::Call>(exhibit.source).problem;
  return dtypes.empty() || std::ranges::count(dtypes, problem.dtype.name) > 0;
}

Pack fill_pack(const fs::path& folder, const std::vector<Exhibit>& exhibits, const std::vector<std::string>& dtypes,
               const std::optional<Arithmetic>& require) {
  Pack pack;
  if (require) pack.require = to_text(*require);
  std::map<std::string, int> numbers;
  for (const Exhibit& exhibit : exhibits) {
    const std::string stem = stem_of(exhibit.origin);
    const int number = ++numbers[stem];
    if (is_wanted(exhibit, dtypes))
      pack.cases.push_back(write_case(folder, fmt::format("{}_{:03}", stem, number), exhibit, pack));
  }
  if (pack.cases.empty()) throw UsageError("no case to pack: none of those asked for has a dtype of --dtype");
  for (const Runner& runner : runners()) write_text(folder / runner.file, runner.text);
  std::ostringstream manifest;
  write_manifest(pack, manifest);
  write_text(folder / manifest_name, manifest.str());
  return pack;
}

}  // namespace

Pack write_pack(const fs::path& folder, const std::vector<Exhibit>& exhibits, const std::vector<std::string>& dtypes,
                const std::optional<Arithmetic>& require) {
  const bool is_new = !fs::exists(folder);
  make_folder(folder);
  try {
    return fill_pack(folder, exhibits, dtypes, require);
  } catch (...) {  // what is half a pack would stand in the way of the next attempt
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path(), ignored);
    if (is_new) fs::remove(folder, ignored);
    throw;
  }
}

Pack read_pack(const fs::path& folder) {
  if (!fs::exists(folder / manifest_name))
    throw EnvironmentError(readable(folder.string()) + " has no " + manifest_name +
                           "; right would be the folder that `assay pack -o` wrote");
  std::istringstream manifest(read_file(folder / manifest_name));
  Pack pack = read_manifest(manifest, (folder / manifest_name).string());
  std::string changed;
  for (const PackCase& the_case : pack.cases)
    if (checksum_of(folder / input_file(the_case)) != the_case.checksum) changed += " " + input_file(the_case);
  if (!changed.empty()) throw UsageError(readable(folder.string()) + ": changed since it was packed:" + changed);
  return pack;
}

}  // namespace assay::reports

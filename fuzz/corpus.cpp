// SPDX-License-Identifier: Apache-2.0
#include "fuzz/corpus.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <system_error>

#include "fuzz/trial.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/case/older_lines.hpp"

namespace assay::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view check_comment = "# check: ";

/// A verdict's reason quotes a kernel's own words: keep it one comment line.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 127; }, ' ');
  return text;
}

std::string file_text(const Finding& f) {
  return fmt::format("# kernel: {}\n{}{}\n# verdict: {}: {}\n# found: seed {}, case {} ({})\n{}\n", one_line(f.kernel),
                     check_comment, f.check, properties::name_of(f.verdict), one_line(properties::reason_of(f.verdict)),
                     f.seed, f.index, to_text(f.origin), f.shrunk_line);
}

std::optional<Case> parse_line(const fs::path& file, const std::string& line) {
  try {
    return parse_case(in_present_words(line));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", file.string(), error.what()));
  }
}

CorpusEntry read_entry(const fs::path& file) {
  std::ifstream stream(file);
  if (!stream) throw EnvironmentError(fmt::format("{}: cannot be read", file.string()));
  CorpusEntry entry{file, reference_check, {}};
  std::optional<Case> found;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(check_comment)) entry.check = line.substr(check_comment.size());
    if (line.empty() || line.starts_with('#')) continue;
    if (found) throw UsageError(fmt::format("{}: more than one case line, want one", file.string()));
    found = parse_line(file, line);
  }
  if (!found) throw UsageError(fmt::format("{}: no case line, want '#' comments and one case line", file.string()));
  entry.the_case = std::move(*found);
  return entry;
}

}  // namespace

std::vector<CorpusEntry> read_corpus(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> files;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".case") files.push_back(it->path());
  }
  if (error) throw EnvironmentError(fmt::format("corpus folder {}: {}", folder.string(), error.message()));
  std::sort(files.begin(), files.end());
  std::vector<CorpusEntry> entries;
  for (const fs::path& file : files) entries.push_back(read_entry(file));
  return entries;
}

fs::path keep(const Finding& finding, const fs::path& folder) {
  const std::string& line = finding.shrunk_line;
  fs::path place = folder / fmt::format("{}-{:016x}.case", finding.check, XXH64(line.data(), line.size(), 0));
  const fs::path beside = fmt::format("{}.{}.part", place.string(), getpid());
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) {
    std::ofstream stream(beside);
    stream << file_text(finding) << std::flush;
    if (!stream) error = std::make_error_code(std::errc::io_error);
  }
  if (!error) fs::rename(beside, place, error);
  if (error) throw EnvironmentError(fmt::format("{}: cannot be written: {}", place.string(), error.message()));
  return place;
}

}  // namespace assay::fuzz

// SPDX-License-Identifier: Apache-2.0
#include "tidy_source.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tidy {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Walks C++ text once and blanks what is no code, so that rules may search without parsing.
class Blanker {
 public:
  explicit Blanker(std::string text) : text_(std::move(text)) {}

  std::string run() {
    while (at_ < text_.size()) step();
    return text_;
  }

 private:
  bool sees(std::string_view what) const { return text_.compare(at_, what.size(), what) == 0; }

  void step() {
    if (sees("//")) return blank_to(text_.find('\n', at_));
    if (sees("/*")) return blank_to(end_of("*/", at_ + 2));
    if (text_[at_] == '"' && at_ > 0 && text_[at_ - 1] == 'R') return raw_string();
    if (text_[at_] == '"') return literal('"');
    // 1'000 holds no character literal.
    if (text_[at_] == '\'' && !(at_ > 0 && is_word(text_[at_ - 1]))) return literal('\'');
    ++at_;
  }

  std::size_t end_of(const std::string& closing, std::size_t from) const {
    const std::size_t found = text_.find(closing, from);
    return found == std::string::npos ? found : found + closing.size();
  }

  void blank_to(std::size_t end) {
    for (end = std::min(end, text_.size()); at_ < end; ++at_)
      if (text_[at_] != '\n') text_[at_] = ' ';
  }

  void raw_string() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string::npos) return blank_to(open);
    blank_to(end_of(")" + text_.substr(at_ + 1, open - at_ - 1) + "\"", open));
  }

  void literal(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n') end += text_[end] == '\\' ? 2 : 1;
    ++at_;
    blank_to(end);
    ++at_;
  }

  std::string text_;
  std::size_t at_ = 0;
};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

bool is_written_text(const std::filesystem::path& path) {
  static constexpr std::string_view kinds[] = {".cpp", ".hpp", ".c",   ".h",    ".cu",    ".rs",   ".cmake", ".txt",
                                               ".md",  ".py",  ".css", ".json", ".cases", ".case", ".sh",    ""};
  return std::ranges::find(kinds, path.extension().string()) != std::end(kinds);
}

}  // namespace

Source::Source(std::string path_, std::string text_)
    : path(std::move(path_)),
      text(std::move(text_)),
      lines(split(text)) {
  if (is_cpp()) code = split(Blanker(text).run());
}

std::string_view Source::name() const { return std::string_view(path).substr(path.rfind('/') + 1); }

std::vector<Include> includes_of(const Source& source) {
  std::vector<Include> includes;
  for (std::size_t n = 0; n < source.code.size(); ++n) {
    if (!source.code[n].starts_with("#include")) continue;
    const std::string& line = source.lines[n];
    const std::size_t open = line.find_first_of("<\"");
    const std::size_t close = line.find_last_of(">\"");
    if (open < close && close != std::string::npos)
      includes.push_back({line.substr(open + 1, close - open - 1), line[open] == '"', n + 1});
  }
  return includes;
}

std::string at(const Source& source, std::size_t line, const std::string& what) {
  return source.path + ":" + std::to_string(line) + ": " + what;
}

std::vector<Source> read_tree(const std::string& root_) {
  const std::filesystem::path root(root_);
  static constexpr std::string_view ours[] = {"reference", "impls", "properties", "fuzz", "reports", "cmake", ".ci"};
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(root))
    if (entry.is_regular_file() && is_written_text(entry.path())) paths.push_back(entry.path());
  for (const std::string_view folder : ours)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder))
      if (entry.is_regular_file() && is_written_text(entry.path())) paths.push_back(entry.path());
  std::ranges::sort(paths);
  std::vector<Source> sources;
  for (const std::filesystem::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    sources.emplace_back(path.lexically_relative(root).generic_string(),
                         std::string{std::istreambuf_iterator<char>(file), {}});
  }
  return sources;
}

}  // namespace tidy

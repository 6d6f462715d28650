// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidy {

/// A file of the tree as the rules see it.
struct Source {
  std::string path;  ///< from the repository root, with slashes
  std::string text;
  std::vector<std::string> lines;  ///< as written
  std::vector<std::string> code;   ///< C++ only: the same lines, comments and the insides of literals blanked

  Source(std::string path_, std::string text_);

  std::string_view name() const;  ///< last part of the path
  bool in(std::string_view folder) const { return path.starts_with(folder); }
  bool ends(std::string_view end) const { return path.ends_with(end); }
  bool is_cpp() const { return ends(".cpp") || ends(".hpp") || ends(".c") || ends(".h") || ends(".cu"); }
  /// Whether it takes part in tests or measurements only, and so decides no verdict.
  bool is_test() const { return ends("_test.cpp") || ends("_bench.cpp") || ends("_fuzz.cpp"); }
};

/// One #include line: what it names, whether in quotes, and where it stands (from 1).
struct Include {
  std::string target;
  bool quoted;
  std::size_t line;
};

std::vector<Include> includes_of(const Source& source);

/// What breaks a rule: "path:line: what is wrong; what would be right".
using Complaints = std::vector<std::string>;
std::string at(const Source& source, std::size_t line, const std::string& what);

/// Everything under the root that a person wrote: the five folders, cmake, .ci and the files beside them.
std::vector<Source> read_tree(const std::string& root);

}  // namespace tidy

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include "tidy_rules.hpp"

namespace tidy {
namespace {

constexpr std::string_view document = "numerics.md";

/// Where GitHub puts a heading: lower case, letters, digits, hyphens and underscores stay, blanks become hyphens.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '_') anchor += static_cast<char>(std::tolower(byte));
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

/// The anchors of a document. Of headings that are alike the second ends in -1, and so on.
std::set<std::string> anchors_of(const Source& source) {
  std::set<std::string> anchors;
  std::map<std::string, int> times;
  bool fenced = false;
  for (const std::string& line : source.lines) {
    if (line.starts_with("```")) fenced = !fenced;
    const std::size_t text = line.find_first_not_of('#');
    if (fenced || text == 0 || text == std::string::npos || line[text] != ' ') continue;
    const std::string anchor = anchor_of(line.substr(text + 1));
    const int before = times[anchor]++;
    anchors.insert(before == 0 ? anchor : anchor + "-" + std::to_string(before));
  }
  return anchors;
}

/// Every place in a line that the pattern takes, with its first group.
std::vector<std::string> found(const std::string& line, const std::regex& pattern) {
  std::vector<std::string> groups;
  for (auto match = std::sregex_iterator(line.begin(), line.end(), pattern); match != std::sregex_iterator(); ++match)
    groups.push_back((*match)[1]);
  return groups;
}

Complaints dangling(const Source& source, const std::set<std::string>& anchors) {
  static const std::regex of_others(R"(numerics\.md#([A-Za-z0-9_-]*))"), of_itself(R"(\]\(#([^)]*)\))");
  const bool inside = source.name() == document;
  Complaints complaints;
  for (std::size_t n = 0; n < source.lines.size(); ++n)
    for (const std::regex* pattern : {&of_others, &of_itself}) {
      if (!inside && (pattern == &of_itself || source.lines[n].find(document) == std::string::npos)) continue;
      for (const std::string& anchor : found(source.lines[n], *pattern))
        if (!anchors.contains(anchor))
          complaints.push_back(at(source, n + 1, "numerics.md#" + anchor + " is no heading of numerics.md"));
    }
  return complaints;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Patterns are slow; most lines hold nothing that they could take.
bool may_cite(const std::string& line) {
  if (line.find("umerics") != std::string::npos || line.find("eview") != std::string::npos) return true;
  for (std::size_t f = line.find('F'); f != std::string::npos; f = line.find('F', f + 1))
    if (f + 1 < line.size() && is_digit(line[f + 1])) return true;
  return false;
}

/// Citations that name no heading: "numerics A.1", "the review", "F6". A device's numerics and the format F16 are none,
/// nor is F32 or F64, since findings ended at F18.
Complaints bare(const Source& source) {
  static const std::regex pattern(
      R"((\b[Nn]umerics\b(?!\.md)|\b[Tt]he review\b|\b[Rr]eview(?=,? section)|\bF(?:[1-9]|1[0-57-9])\b))");
  static const std::regex fine(R"(device numerics)");
  Complaints complaints;
  for (std::size_t n = 0; n < source.lines.size(); ++n) {
    if (!may_cite(source.lines[n])) continue;
    for (const std::string& words : found(std::regex_replace(source.lines[n], fine, ""), pattern))
      complaints.push_back(at(source, n + 1, "'" + words + "' names no heading; cite numerics.md#anchor"));
  }
  return complaints;
}

}  // namespace

Complaints check_citations(const std::vector<Source>& tree) {
  std::set<std::string> anchors;
  for (const Source& source : tree)
    if (source.name() == document) anchors.merge(anchors_of(source));
  Complaints complaints;
  for (const Source& source : tree) {
    if (source.in(".ci/") || source.in(".git")) continue;
    std::ranges::copy(dangling(source, anchors), std::back_inserter(complaints));
    if (source.name() != document) std::ranges::copy(bare(source), std::back_inserter(complaints));
  }
  return complaints;
}

}  // namespace tidy

// SPDX-License-Identifier: Apache-2.0
#include "properties/cases/suite.hpp"

#include <algorithm>

#include "properties/cases/suite_texts.hpp"
#include "reference/model/contract.hpp"
#include "reference/model/case/older_lines.hpp"

namespace assay::properties {
namespace {

/// The first comment line of a file, without its mark.
std::string_view first_comment(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.substr(0, 2) == "# " ? line.substr(2) : line;
}

}  // namespace

std::vector<std::string> suite_names() {
  std::vector<std::string> names;
  for (const SuiteText& suite : suite_texts()) names.emplace_back(suite.name);
  return names;
}

const Suite& find_suite(std::string_view name) {
  static const std::vector<SuiteText>& texts = suite_texts();
  static std::vector<Suite> suites = [] {
    std::vector<Suite> list;
    for (const SuiteText& text : texts) {
      list.push_back({text.name, first_comment(text.text), parse_cases(std::string(text.name) + ".cases", text.text)});
    }
    return list;
  }();
  const auto found = std::find_if(suites.begin(), suites.end(), [&](const Suite& s) { return s.name == name; });
  if (found != suites.end()) return *found;
  std::string known;
  for (const Suite& suite : suites) known.append(known.empty() ? "" : " ").append(suite.name);
  throw UsageError("no suite is named \"" + std::string(name) + "\"; known: " + known);
}

std::vector<Case> parse_cases(std::string_view file, std::string_view text) {
  std::vector<Case> cases;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#') continue;
    try {
      cases.push_back(parse_case(in_present_words(line.substr(first))));
    } catch (const UsageError& error) {
      throw UsageError(std::string(file) + " line " + std::to_string(number) + ": " + error.what());
    }
  }
  return cases;
}

}  // namespace assay::properties

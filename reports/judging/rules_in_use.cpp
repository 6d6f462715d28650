// SPDX-License-Identifier: Apache-2.0
#include "reports/judging/rules_in_use.hpp"

#include <algorithm>
#include <sstream>

#include "properties/sensitivity/rules_in_use/rule.hpp"
#include "reference/model/contract.hpp"

namespace assay::reports {
namespace {

constexpr std::string_view columns =
    "rule\tfound\tmanifest\talarms\truns\tfound e4m3\tmanifest e4m3\talarms e4m3\truns e4m3";

std::string claim_of(const std::string& name) {
  const auto& rules = properties::rules_in_use();
  const auto rule = std::ranges::find(rules, name, &properties::Rule::name);
  return rule == rules.end() ? "" : std::string(rule->claim);
}

bool read(std::istream& in, ComparedRule& rule) {
  for (const char* formats : {"fp32, fp16, bf16", "e4m3"}) {
    ComparedRule::Measured m{formats};
    if (!(in >> m.found >> m.manifest >> m.alarms >> m.runs)) return false;
    rule.measured.push_back(m);
  }
  return (in >> std::ws).eof();
}

}  // namespace

void parse_comparison(std::string_view text, Run& run) {
  constexpr std::string_view command = "# command: ";
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.starts_with(command)) run.rules_command = line.substr(command.size());
    if (line.empty() || line.starts_with('#') || line == columns) continue;
    const std::size_t tab = line.find('\t');
    ComparedRule rule{line.substr(0, tab), claim_of(line.substr(0, tab)), {}};
    std::istringstream numbers(tab == std::string::npos ? "" : line.substr(tab));
    if (!read(numbers, rule))
      throw UsageError("rules.tsv, line " + std::to_string(number) +
                       ": right would be, separated by tabs: " + std::string(columns));
    run.rules.push_back(std::move(rule));
  }
}

void add_comparison(Run& run) {
  run.rules.clear();
  parse_comparison(rules_text(), run);
}

}  // namespace assay::reports

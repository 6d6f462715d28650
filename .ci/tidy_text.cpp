// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "tidy_rules.hpp"

namespace tidy {
namespace {

constexpr std::size_t file_lines_max = 400;
constexpr std::size_t readme_lines_max = 120;
constexpr std::size_t folder_readme_lines_max = 60;
constexpr std::size_t columns_max = 120;
constexpr double smallest_harmless = 0.01;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool is_script(const Source& source) { return source.text.starts_with("#!"); }

bool is_build_file(const Source& source) { return source.name() == "CMakeLists.txt" || source.ends(".cmake"); }

/// Characters, not bytes: continuation bytes of UTF-8 take no column.
std::size_t columns(const std::string& line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

/// One word in code, where a call of it begins: followed by a parenthesis if it ends with one.
bool has_call(const std::string& code, std::string_view what) {
  for (std::size_t found = code.find(what); found != std::string::npos; found = code.find(what, found + 1)) {
    const bool starts = found == 0 || (!is_word(code[found - 1]) && code[found - 1] != '.');
    const std::size_t end = found + what.size();
    const bool stops = !is_word(what.back()) || end >= code.size() || !is_word(code[end]);
    if (starts && stops) return true;
  }
  return false;
}

struct Ban {
  std::string_view call;
  std::string_view instead;
  bool fine_in_tests;
  std::vector<std::string_view> fine_in;
};

const std::vector<Ban>& bans() {
  static const std::vector<Ban> list{
      {"random_device", "a seed from the command line (reference/model/case/random.hpp)", false, {"reports/cli/"}},
      {"mt19937", "reference/model/case/random.hpp, the same on every platform", false, {}},
      {"rand(", "reference/model/case/random.hpp", false, {}},
      {"srand(", "reference/model/case/random.hpp", false, {}},
      {"time(nullptr)", "a seed from the command line", false, {"reports/"}},
      {"printf(",
       "a returned value; the command line prints",
       true,
       {"reports/cli/", "fuzz/campaign.cpp", "reports/golden/write_sample.cpp"}},
      {"fprintf(", "a returned value; the command line prints", true, {"reports/cli/", "reference/model/contract.hpp"}},
      {"puts(", "a returned value; the command line prints", true, {"reports/cli/"}},
      {"cout",
       "a returned value; the command line prints",
       true,
       {"reports/cli/", "fuzz/campaign.cpp", "impls/plugin/worker/plain_call.cpp", "impls/cuda/probes/main.cpp",
        "impls/cuda/probes/device_main.cpp"}},
      {"cerr",
       "an exception; the command line prints",
       true,
       {"reports/cli/", "fuzz/campaign.cpp", "impls/plugin/worker/plain_call.cpp", "impls/cuda/probes/main.cpp"}},
      {"assert(", "ASSAY_ASSERT, on in every build", false, {}},
      {"abort(",
       "ASSAY_ASSERT for our mistakes, exceptions for others'",
       true,
       {"reference/model/contract.hpp", "impls/foreign/hostile/"}},
      {"using namespace std", "std:: in full", false, {}},
  };
  return list;
}

/// Small numbers of the judging layers that are no tolerances, each with its reason.
bool is_known_constant(const Source& source) {
  return source.in("properties/sensitivity/rules_in_use/")            // other projects' rules, kept to be compared with
         || source.path == "reports/cli/options.cpp"                  // a millisecond in seconds
         || source.path == "reports/formats/html/kernel_section.cpp"  // the end of a chart's axis
         || source.path == "reports/golden/sample_run.cpp";           // invented numbers of a report's sample
}

}  // namespace

Complaints check_file_length(const Source& source) {
  const bool readme = source.path == "README.md";
  const bool folder_readme = source.name() == "README.md" && !readme;
  if (!readme && !folder_readme && !source.is_cpp() && !is_build_file(source) && !source.ends(".py")) return {};
  const std::size_t most = readme ? readme_lines_max : folder_readme ? folder_readme_lines_max : file_lines_max;
  if (source.lines.size() <= most) return {};
  return {at(source, most + 1, std::to_string(source.lines.size()) + " lines, at most " + std::to_string(most))};
}

Complaints check_example_length(const Source& source) {
  constexpr std::ptrdiff_t most = 29;
  if (!source.in("impls/foreign/examples/c/")) return {};
  const auto lines = std::ranges::count_if(
      source.code, [](const std::string& line) { return line.find_first_not_of(' ') != std::string::npos; });
  if (lines <= most) return {};
  return {source.path + ": " + std::to_string(lines) + " lines of code; documents promise at most 29"};
}

Complaints check_columns(const Source& source) {
  if (!is_build_file(source) && !is_script(source) && !source.ends(".py")) return {};
  Complaints complaints;
  for (std::size_t n = 0; n < source.lines.size(); ++n) {
    const std::string& line = source.lines[n];
    if (columns(line) > columns_max)
      complaints.push_back(
          at(source, n + 1, std::to_string(columns(line)) + " columns, at most " + std::to_string(columns_max)));
    if (line.find('\t') != std::string::npos) complaints.push_back(at(source, n + 1, "a tab; use spaces"));
    if (line.ends_with(' ') || line.ends_with('\r'))
      complaints.push_back(at(source, n + 1, "a blank at the line's end"));
  }
  if (!source.text.ends_with('\n')) complaints.push_back(at(source, source.lines.size(), "no newline at the end"));
  return complaints;
}

Complaints check_frame(const Source& source) {
  if (!source.is_cpp() && !is_build_file(source) && !is_script(source) && !source.ends(".py")) return {};
  const std::size_t first = is_script(source) ? 1 : 0;
  Complaints complaints;
  if (source.lines.size() <= first || source.lines[first].find("SPDX-License-Identifier: Apache-2.0") > 3)
    complaints.push_back(at(source, first + 1, "here stands SPDX-License-Identifier: Apache-2.0, in a comment"));
  if (source.ends(".hpp") && std::ranges::find(source.lines, "#pragma once") == source.lines.end())
    complaints.push_back(at(source, 2, "#pragma once is missing"));
  return complaints;
}

Complaints check_tolerances(const Source& source) {
  const bool judges = source.in("properties/") || source.in("fuzz/") || source.in("reports/");
  if (!judges || source.is_test() || is_known_constant(source)) return {};
  Complaints complaints;
  for (std::size_t n = 0; n < source.code.size(); ++n) {
    const std::string& line = source.code[n];
    for (std::size_t c = 0; c < line.size();) {
      if (!std::isdigit(static_cast<unsigned char>(line[c])) || (c > 0 && is_word(line[c - 1]))) {
        ++c;
        continue;
      }
      char* end = nullptr;
      const double value = std::strtod(line.c_str() + c, &end);
      if (value > 0 && value < smallest_harmless)
        complaints.push_back(at(source, n + 1, "a number like a tolerance; those live in reference/error"));
      c = static_cast<std::size_t>(end - line.c_str());
    }
  }
  return complaints;
}

Complaints check_banned(const Source& source) {
  if (source.in(".ci/")) return {};
  Complaints complaints;
  for (const Ban& ban : bans()) {
    if (ban.fine_in_tests && source.is_test()) continue;
    if (std::ranges::any_of(ban.fine_in, [&](std::string_view place) { return source.in(place); })) continue;
    for (std::size_t n = 0; n < source.code.size(); ++n)
      if (has_call(source.code[n], ban.call))
        complaints.push_back(at(source, n + 1, std::string(ban.call) + " is banned; use " + std::string(ban.instead)));
  }
  return complaints;
}

Complaints check_test_names(const Source& source) {
  if (!source.ends("_test.cpp")) return {};
  Complaints complaints;
  for (std::size_t n = 0; n < source.code.size(); ++n) {
    const std::string& line = source.code[n];
    const std::size_t comma = line.find(", ");
    const std::size_t close = line.find(')');
    if ((line.starts_with("TEST(") || line.starts_with("TEST_F(") || line.starts_with("TEST_P(")) && comma < close) {
      const std::string name = line.substr(comma + 2, close - comma - 2);
      // What takes minutes and is run by hand carries this prefix and says what it measures.
      const bool by_hand = name.starts_with("DISABLED_Measured");
      const bool claim = name.find('_') == std::string::npos && std::isupper(static_cast<unsigned char>(name.front()));
      if (!claim && !by_hand)
        complaints.push_back(at(source, n + 1, name + ": a name is a claim like RowsSumToOne, without underscores"));
    }
    if (line.find("GTEST_SKIP();") != std::string::npos)
      complaints.push_back(at(source, n + 1, "a skip without a reason; stream one into GTEST_SKIP()"));
  }
  return complaints;
}

Complaints check_headings(const Source& source) {
  if (!source.ends(".md") || source.in("reports/golden/")) return {};
  Complaints complaints;
  bool fenced = false;
  for (std::size_t n = 0; n < source.lines.size(); ++n) {
    if (source.lines[n].starts_with("```")) fenced = !fenced;
    const bool heading = !fenced && source.lines[n].starts_with("# ");
    if (heading != (n == 0))
      complaints.push_back(at(source, n + 1, "one heading of the first level, in the first line"));
    if (n == 0 && !heading) break;
  }
  return complaints;
}

}  // namespace tidy

// SPDX-License-Identifier: Apache-2.0
#include "properties/sensitivity/kill_matrix.hpp"

#include <fmt/format.h>

#include <sstream>

#include "properties/cases/suite_texts.hpp"
#include "reference/model/contract.hpp"

namespace assay::properties {

std::vector<Kill> parse_kills(std::string_view text) {
  std::vector<Kill> kills;
  std::istringstream lines{std::string(text)};
  std::int64_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream words(line);
    Kill kill;
    if (!(words >> kill.fault >> kill.killer >> kill.suite >> kill.cases >> kill.manifest >> kill.killed >> kill.first))
      throw UsageError("kill matrix, line " + std::to_string(number) +
                       ": right would be: fault killer suite cases manifest killed first");
    kills.push_back(std::move(kill));
  }
  return kills;
}

const std::vector<Kill>& kill_matrix() {
  static const std::vector<Kill> all = parse_kills(kill_matrix_text());
  return all;
}

std::map<std::string, KillsOfFault> kills_by_fault() {
  std::map<std::string, KillsOfFault> all;
  for (const Kill& kill : kill_matrix()) {
    KillsOfFault& fault = all[kill.fault];
    if (kill.killer == "reference")
      fault.by_suite[kill.suite] = kill;
    else if (kill.killer == "twin")
      fault.twin_cases += kill.cases, fault.twin_killed += kill.killed;
    else if (kill.killed > 0)
      fault.properties.insert(kill.killer);
  }
  return all;
}

std::string twins_line(const std::map<std::string, KillsOfFault>& faults) {
  std::int64_t live = 0, cases = 0;
  for (const auto& [name, fault] : faults) {
    live += fault.twin_cases > 0 && fault.twin_killed == 0;
    cases += fault.twin_cases;
  }
  return fmt::format("honest twins: of {} of {} faults the kernel without the fault lives, compared on {} cases", live,
                     faults.size(), cases);
}

// weights_recovered, which holds a kernel to the certified weights, kills most of what any law kills, so few of the
// others are alone. They tell more: a law that is broken says what kind of fault it is.
const std::vector<Kept>& kept_properties() {
  static const std::vector<Kept> all{
      {"batch_invariant", "holds kernels to a promise of equal bits, which no bound sees; planted_test.cpp shows it"},
      {"causal_prefix", "sees a diagonal that is lost beside other options without knowing a weight"},
      {"convex_hull", "needs one call and no weight"},
      {"grouped_heads", "tells a wrong head map from everything else"},
      {"hidden_keys_ignored", "fills hidden keys with NaN: what leaks from there hides behind ordinary numbers"},
      {"key_permutation", "sees tiles, splits and rescaling that depend on the order without knowing a weight"},
      {"mask_broadcast", "tells a mask on the wrong axis from everything else"},
      {"padding_extension", "sees lengths and tails without knowing a weight"},
      {"repeatable", "sees races, which are no function of the input"},
      {"row_sums", "sees lost and doubled terms of the denominator without knowing a weight"},
      {"saturation", "knows outputs to the last bit: a row with one weight copies its value"},
      {"score_variance", "tells a wrong scale from everything else"},
      {"strides", "asks for layouts that contiguous calls never meet"},
  };
  return all;
}

}  // namespace assay::properties

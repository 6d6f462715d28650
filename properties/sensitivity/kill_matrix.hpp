// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::properties {

/// What one killer did to one fault in the cases of one suite, as measured by `assay-measure kills` and kept in
/// properties/sensitivity/kill_matrix.txt. The killers of a row are held to it by a test.
struct Kill {
  std::string fault;       ///< without "fault/"
  std::string killer;      ///< "reference" or a property; "twin": how the reference takes the fault's honest twin there
  std::string suite;       ///< quick, standard, or own: the fault's own case
  std::int64_t cases = 0;  ///< that the killer had to say something about
  std::int64_t manifest = 0;  ///< reference only: cases on which the fault doubles the error of its twin
  std::int64_t killed = 0;
  std::int64_t first = 0;  ///< number of the first case killed, from 1; 0: none
};

/// The measured matrix, sorted by fault, killer, suite. A property that killed nothing has no row.
const std::vector<Kill>& kill_matrix();

/// What was measured of one fault.
struct KillsOfFault {
  std::map<std::string, Kill> by_suite;  ///< by the comparison with the reference
  std::set<std::string> properties;      ///< that kill it, in any suite
  std::int64_t twin_cases = 0;           ///< of all suites, on which its honest twin was compared with the reference
  std::int64_t twin_killed = 0;          ///< and was violated or faulted
};

/// In one line: of how many faults the honest twin lives, on how many cases.
std::string twins_line(const std::map<std::string, KillsOfFault>& faults);

/// The measured matrix by fault.
std::map<std::string, KillsOfFault> kills_by_fault();

/// Parse such a file. Throws UsageError naming the line.
std::vector<Kill> parse_kills(std::string_view text);

/// Properties that kill no fault of their own, with why they are kept all the same.
struct Kept {
  std::string_view property;
  std::string_view why;
};
const std::vector<Kept>& kept_properties();

}  // namespace assay::properties

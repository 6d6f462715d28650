// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "impls/fault.hpp"
#include "properties/cases/suite.hpp"

namespace assay::measure {

/// What one killer did to one fault in one suite; see properties::Kill.
struct Kills {
  std::int64_t cases = 0;  ///< that the fault takes and the killer says something about
  std::int64_t killed = 0;
  std::int64_t shows = 0;  ///< reference only: cases on which the fault is manifest
  std::int64_t first = 0;  ///< number of the first case killed, from 1
  std::int64_t twins = 0;  ///< honest twins killed: must be none

  void merge(const Kills& o);
};

/// By fault, killer, suite.
using KillTable = std::map<std::array<std::string, 3>, Kills>;

/// Who kills which of the faults. The comparison with the reference runs on the fault's own case and on every case of
/// the suites; a property on the fault's own case and on those of the first suite, in order, until it kills the fault
/// or has had its say on a dozen (no evidence is none); one that the fault names until it kills it, in all suites. A
/// kernel that remembers is a new one for each property, and for the comparison on each suite. So the table is a
/// function of faults and suites, whatever the threads. progress (none: nobody asks) is told of parts done, by one
/// thread at a time.
KillTable measure_kills(const std::vector<const impls::Fault*>& faults, const std::vector<properties::Suite>& suites,
                        int threads, const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// As lines of properties/sensitivity/kill_matrix.txt.
std::string to_text(const KillTable& table);

}  // namespace assay::measure

// SPDX-License-Identifier: Apache-2.0
#include "reference/error/usual/maximum_runs.hpp"

#include <algorithm>

namespace assay::reference {

std::vector<MaximumRun> maximum_runs(const std::vector<MaximumState>& states, const std::vector<double>& scores) {
  std::vector<MaximumRun> runs;
  for (std::size_t b = 0; b < states.size(); ++b) {
    if (b == 0 || states[b].maximum != states[b - 1].maximum) {
      const auto first = scores.begin() + static_cast<std::ptrdiff_t>(states[b].begin);
      const auto last = scores.begin() + static_cast<std::ptrdiff_t>(states[b].end);
      runs.push_back({states[b].begin, 0, static_cast<std::size_t>(std::max_element(first, last) - scores.begin())});
    }
    runs.back().end = states[b].end;
  }
  return runs;
}

}  // namespace assay::reference

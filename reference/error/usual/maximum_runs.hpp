// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "reference/error/worst/score_error.hpp"

namespace assay::reference {

/// Keys, counted along the row, whose blocks have one running maximum, and the key whose score that is.
struct MaximumRun {
  std::size_t begin = 0, end = 0;
  std::size_t key = 0;
};

std::vector<MaximumRun> maximum_runs(const std::vector<MaximumState>& states, const std::vector<double>& scores);

}  // namespace assay::reference

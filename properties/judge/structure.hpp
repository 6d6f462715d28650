// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/model/problem.hpp"

namespace assay::properties {

/// One output element: where it is and how large its error is beside what is usual or allowed there (z' or ratio).
struct PlacedError {
  std::int64_t batch = 0;
  std::int64_t head = 0;
  std::int64_t query = 0;
  std::int64_t feature = 0;
  double size = 0;
};

/// Where errors beyond `limit` sit, in one short phrase: "rows 16 to 31 of head 3", "every row of heads 4 to 7",
/// "rows 1 modulo 2", "columns 8 to 15 of every row", "every row from 64 on", "all over". Columns are those of the
/// output, one a value feature. Empty when none is beyond it. A tile is named when the rows fill one of a usual size
/// (16, 32, 64, 128). Elements that are not listed are taken as not seen.
std::string where_errors_sit(const Problem& problem, const std::vector<PlacedError>& errors, double limit);

}  // namespace assay::properties

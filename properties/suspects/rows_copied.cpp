// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect rows_copied() {
  return {.name = "rows_copied",
          .claim = "rows of the output hold those of other queries",
          .source = "RACE of the catalogue of faults",
          .variants = 3,
          .taken_from =
              [](const Problem& problem, RowIndex& row, int variant) {
                if (problem.extents.query_length == 1) return false;
                const std::int64_t i = row.query;
                row.query = variant == 0 ? i / 2 * 2 : variant == 1 ? std::max<std::int64_t>(i - 1, 0) : 0;
                return true;
              }};
}

}  // namespace assay::properties::suspects

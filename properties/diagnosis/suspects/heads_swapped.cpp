// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect heads_swapped() {
  return {.name = "heads_swapped",
          .claim = "neighbouring heads are exchanged in the output",
          .source = "https://github.com/snowflakedb/ArcticInference/pull/142",
          .taken_from = [](const Problem& problem, RowIndex& row, int) {
            if (problem.extents.query_heads == 1) return false;
            if ((row.head ^ 1) < problem.extents.query_heads) row.head ^= 1;
            return true;
          }};
}

}  // namespace assay::properties::suspects

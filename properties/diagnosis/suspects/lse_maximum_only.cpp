// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect lse_maximum_only() {
  return {.name = "lse_maximum_only",
          .claim = "the log-sum-exp is the row's maximum: the logarithm of the sum is missing",
          .source = "https://github.com/Dao-AILab/flash-attention/issues/99",
          .lse_alone = true,
          .result = [](const reference::RowData& row, const reference::RowResult& exact, int, Prediction& prediction) {
            if (exact.empty) return true;
            prediction.lse = exact.max / (row.problem->convention.lse_base == LseBase::Two ? std::numbers::ln2 : 1);
            return true;
          }};
}

}  // namespace assay::properties::suspects

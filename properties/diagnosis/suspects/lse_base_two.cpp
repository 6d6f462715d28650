// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect lse_base_two() {
  return {.name = "lse_base_two",
          .claim = "the log-sum-exp is in base 2",
          .source = "https://github.com/flashinfer-ai/flashinfer/issues/4485",
          .lse_alone = true,
          .result = [](const reference::RowData& row, const reference::RowResult&, int, Prediction& prediction) {
            if (row.problem->convention.lse_base == LseBase::Two) return false;
            prediction.lse /= std::numbers::ln2;
            prediction.lse_allowed /= std::numbers::ln2;
            return true;
          }};
}

}  // namespace assay::properties::suspects

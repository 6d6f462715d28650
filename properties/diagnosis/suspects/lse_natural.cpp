// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect lse_natural() {
  return {.name = "lse_natural",
          .claim = "the log-sum-exp is in base e",
          .source = "https://github.com/flashinfer-ai/flashinfer/pull/2114",
          .lse_alone = true,
          .result = [](const reference::RowData& row, const reference::RowResult&, int, Prediction& prediction) {
            if (row.problem->convention.lse_base == LseBase::E) return false;
            prediction.lse *= std::numbers::ln2;
            prediction.lse_allowed *= std::numbers::ln2;
            return true;
          }};
}

}  // namespace assay::properties::suspects

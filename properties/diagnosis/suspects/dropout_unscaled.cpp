// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect dropout_unscaled() {
  return {.name = "dropout_unscaled",
          .claim = "what survives dropout is not scaled up",
          .source = "https://github.com/NVIDIA/apex/pull/816",
          .result = [](const reference::RowData& row, const reference::RowResult&, int, Prediction& prediction) {
            if (row.keep.empty()) return false;
            for (double& o : prediction.out) o *= 1 - row.problem->dropout.probability;
            return true;
          }};
}

}  // namespace assay::properties::suspects

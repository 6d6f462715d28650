// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect output_unnormalised() {
  return {.name = "output_unnormalised",
          .claim = "the output is not divided by the row sum",
          .source = "https://github.com/AI-Hypercomputer/maxtext/pull/3946",
          .result = [](const reference::RowData&, const reference::RowResult& exact, int, Prediction& prediction) {
            if (exact.empty) return true;
            for (double& o : prediction.out) o *= exact.sum;
            for (double& allowed : prediction.out_allowed) allowed *= exact.sum;
            return true;
          }};
}

}  // namespace assay::properties::suspects

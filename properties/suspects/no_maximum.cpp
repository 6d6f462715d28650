// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect no_maximum() {
  return {.name = "no_maximum",
          .claim = "the maximum is not subtracted before exponentials",
          .source = "OVERFLOW of the catalogue of faults",
          .result =
              [](const reference::RowData&, const reference::RowResult& exact, int, Prediction& prediction) {
                if (exact.empty) return true;
                // Of fp32: exp overflows above 88.72 and is zero below -103.97.
                if (exact.max < 88.72 && exact.max > -103.97) return true;
                prediction.out.assign(prediction.out.size(), std::numeric_limits<double>::quiet_NaN());
                prediction.lse = std::copysign(std::numeric_limits<double>::infinity(), exact.max);
                return true;
              }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect finite_sentinel() {
  return {
      .name = "finite_sentinel",
      .claim = "a finite number stands for minus infinity: rows whose scores lie below it have no weight",
      .source = "https://github.com/flashinfer-ai/flashinfer/issues/4267",
      .variants = 2,
      .result = [](const reference::RowData&, const reference::RowResult& exact, int variant, Prediction& prediction) {
        if (exact.empty || exact.max > -9e3) return true;
        constexpr double left[] = {0, std::numeric_limits<double>::quiet_NaN()};
        prediction.out.assign(prediction.out.size(), left[variant]);
        return true;
      }};
}

}  // namespace assay::properties::suspects

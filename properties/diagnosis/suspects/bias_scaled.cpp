// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect bias_scaled() {
  return {.name = "bias_scaled",
          .claim = "the additive mask is multiplied by the softmax scale",
          .source = "https://github.com/tenstorrent/tt-metal/pull/42891",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            const double scale = scale_value(problem);
            return change_bias(problem, inputs, [&](double x) { return std::isinf(x) ? x : scale * x; });
          }};
}

}  // namespace assay::properties::suspects

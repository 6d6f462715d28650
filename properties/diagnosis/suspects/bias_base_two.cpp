// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect bias_base_two() {
  return {.name = "bias_base_two",
          .claim = "scores are in base 2, the additive mask is not",
          .source = "https://github.com/meta-pytorch/segment-anything-fast/pull/71",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            return change_bias(problem, inputs, [](double x) { return x * std::numbers::ln2; });
          }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect bias_ignored() {
  return {.name = "bias_ignored",
          .claim = "the additive mask is not applied",
          .source = "https://github.com/insuhan/hyper-attn/issues/4",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.bias) return false;
            problem.bias.reset();
            inputs.bias.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects

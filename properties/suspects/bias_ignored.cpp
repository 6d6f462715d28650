// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect bias_ignored() {
  return {.name = "bias_ignored",
          .claim = "the additive mask is not applied",
          .source = "MASK-DROP of the catalogue of faults",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.bias) return false;
            problem.bias.reset();
            inputs.bias.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects

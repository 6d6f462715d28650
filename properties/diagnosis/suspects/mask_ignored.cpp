// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect mask_ignored() {
  return {.name = "mask_ignored",
          .claim = "the boolean mask is not applied",
          .source = "https://github.com/deepspeedai/DeepSpeed/issues/1912",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.mask) return false;
            problem.mask.reset();
            inputs.mask.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects

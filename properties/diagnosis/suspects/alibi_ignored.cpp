// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect alibi_ignored() {
  return {.name = "alibi_ignored",
          .claim = "ALiBi is not applied",
          .source = "https://github.com/huggingface/transformers/issues/29067",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.alibi) return false;
            problem.alibi = false;
            inputs.alibi_slopes.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect causal_ignored() {
  return {.name = "causal_ignored",
          .claim = "the causal mask is not applied",
          .source = "https://github.com/huggingface/transformers/pull/30652",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.causal) return false;
            problem.causal = false;
            return true;
          }};
}

}  // namespace assay::properties::suspects

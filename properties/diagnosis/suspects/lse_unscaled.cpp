// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect lse_unscaled() {
  return {.name = "lse_unscaled",
          .claim = "the log-sum-exp is that of scores before they are scaled",
          .source = "https://github.com/vllm-project/flash-attention/pull/34",
          .lse_alone = true,
          .rewrite = [](Problem& problem, Inputs&, int) { return set_scale(problem, 1); }};
}

}  // namespace assay::properties::suspects

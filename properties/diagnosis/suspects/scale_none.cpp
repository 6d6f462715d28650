// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_none() {
  return {.name = "scale_none",
          .claim = "scores are not scaled",
          .source = "https://github.com/mlc-ai/mlc-llm/pull/3426",
          .rewrite = [](Problem& problem, Inputs&, int) { return set_scale(problem, 1); }};
}

}  // namespace assay::properties::suspects

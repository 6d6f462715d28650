// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect window_ignored() {
  return {.name = "window_ignored",
          .claim = "the window is not applied",
          .source = "https://github.com/sgl-project/sglang/pull/26516",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (problem.window == Window{}) return false;
            problem.window = {};
            return true;
          }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect window_right_one_less() {
  return {.name = "window_right_one_less",
          .claim = "the window ends one key earlier on the right",
          .source = "https://github.com/facebookresearch/xformers/issues/923",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.window.right) return false;
            --*problem.window.right;
            return true;
          }};
}

}  // namespace assay::properties::suspects

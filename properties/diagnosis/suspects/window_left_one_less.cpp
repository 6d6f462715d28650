// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect window_left_one_less() {
  return {.name = "window_left_one_less",
          .claim = "the window ends one key earlier on the left",
          .source = "https://github.com/lightseekorg/tokenspeed/pull/578",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.window.left) return false;
            --*problem.window.left;
            return true;
          }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect window_left_one_more() {
  return {.name = "window_left_one_more",
          .claim = "the window reaches one key further to the left",
          .source = "https://github.com/zml/zml/pull/763",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.window.left) return false;
            ++*problem.window.left;
            return true;
          }};
}

}  // namespace assay::properties::suspects

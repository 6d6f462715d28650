// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect window_right_one_more() {
  return {.name = "window_right_one_more",
          .claim = "the window reaches one key further to the right",
          .source = "https://github.com/huggingface/transformers/issues/39408",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.window.right) return false;
            ++*problem.window.right;
            return true;
          }};
}

}  // namespace assay::properties::suspects

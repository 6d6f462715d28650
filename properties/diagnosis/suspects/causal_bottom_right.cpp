// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect causal_bottom_right() {
  return {.name = "causal_bottom_right",
          .claim = "the diagonal ends at the last key instead of starting at the first",
          .source = "https://github.com/pytorch/pytorch/issues/108108",
          .rewrite = [](Problem& problem, Inputs&, int) {
            const bool anchored = problem.causal || problem.window != Window{};
            if (!anchored || problem.convention.anchor.kind == Anchor::Kind::BottomRight) return false;
            problem.convention.anchor = {Anchor::Kind::BottomRight};
            return true;
          }};
}

}  // namespace assay::properties::suspects

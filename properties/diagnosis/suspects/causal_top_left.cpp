// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect causal_top_left() {
  return {.name = "causal_top_left",
          .claim = "the diagonal starts at the first key instead of ending at the last",
          .source = "https://github.com/Dao-AILab/flash-attention/issues/1778",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs&, int variant) {
            if (!problem.causal && problem.window == Window{}) return false;
            const bool forgets_past = variant == 1 && problem.past > 0;
            if (problem.convention.anchor == Anchor{} && !forgets_past) return false;
            problem.convention.anchor = {};
            if (forgets_past) problem.past = 0;
            return true;
          }};
}

}  // namespace assay::properties::suspects

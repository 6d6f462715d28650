// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect causal_top_left() {
  return {.name = "causal_top_left",
          .claim = "the causal diagonal starts at the first key instead of ending at the last",
          .source = "https://github.com/Dao-AILab/flash-attention/issues/1778",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.causal || problem.convention.anchor == Anchor{}) return false;
            problem.convention.anchor = {};
            return true;
          }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect causal_one_key_less() {
  return {.name = "causal_one_key_less",
          .claim = "a query does not see the key on the causal diagonal",
          .source = "https://github.com/PaddlePaddle/flash-attention/pull/48",
          .rewrite = [](Problem& problem, Inputs& inputs, int) { return move_diagonal(problem, inputs, -1); }};
}

}  // namespace assay::properties::suspects

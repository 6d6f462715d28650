// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect causal_one_key_more() {
  return {.name = "causal_one_key_more",
          .claim = "a query sees one key beyond the causal diagonal",
          .source = "https://github.com/huggingface/transformers/issues/39408",
          .rewrite = [](Problem& problem, Inputs& inputs, int) { return move_diagonal(problem, inputs, 1); }};
}

}  // namespace assay::properties::suspects

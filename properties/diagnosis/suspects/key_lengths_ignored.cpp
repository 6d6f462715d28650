// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect key_lengths_ignored() {
  return {.name = "key_lengths_ignored",
          .claim = "keys at and beyond an example's length are read",
          .source = "https://github.com/jax-ml/jax/issues/23349",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.key_lengths) return false;
            problem.key_lengths = false;
            inputs.key_lengths.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects

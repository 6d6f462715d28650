// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_default() {
  return {.name = "scale_default",
          .claim = "the scale given is not used: one over the head size or over its root is",
          .source = "https://github.com/zzhhjjj/gemma-triton-flash-attn/issues/6",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs&, int variant) {
            if (!problem.scale) return false;
            Problem plain = problem;
            plain.scale.reset();
            const double root = scale_value(plain);
            return set_scale(problem, variant == 0 ? root : root * root);
          }};
}

}  // namespace assay::properties::suspects

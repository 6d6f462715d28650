// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_default() {
  return {.name = "scale_default",
          .claim = "the scale given is not used: one over the root of the head size is",
          .source = "PARAM-DROP of the catalogue of faults",
          .rewrite = [](Problem& problem, Inputs&, int) {
            if (!problem.scale) return false;
            const double given = *problem.scale;
            problem.scale.reset();
            return scale_value(problem) != given;
          }};
}

}  // namespace assay::properties::suspects

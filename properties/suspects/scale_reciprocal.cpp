// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_reciprocal() {
  return {.name = "scale_reciprocal",
          .claim = "scores are divided by the scale",
          .source = "SCALE of the catalogue of faults",
          .rewrite = [](Problem& problem, Inputs&, int) {
            return set_scale(problem, 1 / scale_value(problem));
          }};
}

}  // namespace assay::properties::suspects

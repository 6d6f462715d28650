// SPDX-License-Identifier: Apache-2.0
#include "properties/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_twice() {
  return {.name = "scale_twice",
          .claim = "the scale is applied twice",
          .source = "SCALE of the catalogue of faults",
          .rewrite = [](Problem& problem, Inputs&, int) {
            return set_scale(problem, scale_value(problem) * scale_value(problem));
          }};
}

}  // namespace assay::properties::suspects

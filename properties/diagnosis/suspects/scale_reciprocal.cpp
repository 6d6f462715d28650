// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_reciprocal() {
  return {.name = "scale_reciprocal",
          .claim = "scores are divided by the scale",
          .source = "https://github.com/esceptico/perceiver-io/issues/9",
          .rewrite = [](Problem& problem, Inputs&, int) { return set_scale(problem, 1 / scale_value(problem)); }};
}

}  // namespace assay::properties::suspects

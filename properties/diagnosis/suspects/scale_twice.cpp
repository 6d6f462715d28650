// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_twice() {
  return {.name = "scale_twice",
          .claim = "the scale is applied twice",
          .source = "https://github.com/AI-Hypercomputer/maxtext/issues/3138",
          .rewrite = [](Problem& problem, Inputs&, int) {
            return set_scale(problem, scale_value(problem) * scale_value(problem));
          }};
}

}  // namespace assay::properties::suspects

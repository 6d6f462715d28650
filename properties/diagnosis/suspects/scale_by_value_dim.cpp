// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_by_value_dim() {
  return {.name = "scale_by_value_dim",
          .claim = "the scale is one over the root of the value size",
          .source = "https://github.com/lucidrains/vit-pytorch/issues/65",
          .rewrite = [](Problem& problem, Inputs&, int) {
            return set_scale(problem, 1 / std::sqrt(static_cast<double>(problem.extents.value_dim)));
          }};
}

}  // namespace assay::properties::suspects

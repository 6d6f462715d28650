// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect scale_by_model_dim() {
  return {.name = "scale_by_model_dim",
          .claim = "the scale is one over the root of the model width",
          .source = "https://github.com/lucidrains/vit-pytorch/issues/65",
          .rewrite = [](Problem& problem, Inputs&, int) {
            const std::int64_t width = problem.extents.query_heads * problem.extents.head_dim;
            return set_scale(problem, 1 / std::sqrt(static_cast<double>(width)));
          }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect alibi_slopes() {
  return {.name = "alibi_slopes",
          .claim = "ALiBi takes slopes of a formula in the place of those given",
          .source = "https://github.com/ml-explore/mlx/pull/3071",
          .variants = 2,
          .rewrite = [](Problem& problem, Inputs& inputs, int variant) {
            if (!problem.alibi) return false;
            const double heads = static_cast<double>(problem.extents.query_heads);
            const double power = variant == 0 ? heads : std::exp2(std::floor(std::log2(heads)));
            for (std::int64_t h = 0; h < problem.extents.query_heads; ++h)
              inputs.alibi_slopes->set({0, h, 0, 0}, std::exp2(-8.0 * static_cast<double>(h + 1) / power));
            return true;
          }};
}

}  // namespace assay::properties::suspects

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault alibi_slopes_by_plain_formula() {
  return misreading_fault(
      "alibi_slopes_by_plain_formula",
      {.broken = "slopes are 2^(-8(h+1)/heads), which is right for the usual slopes of a power of two of heads only",
       .source = "https://github.com/ml-explore/mlx/pull/3071",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_head_independence", "weights_recovered"},
       .trigger = "ALiBi with slopes other than those",
       .inside = "hq=3 hkv=3 tq=2 tk=5 dk=4 alibi=1",
       .outside = "hq=8 hkv=8 tq=2 tk=5 dk=4 alibi=1",
       .bug_class = "ALIBI",
       .suspect = "alibi_slopes"},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (!problem.alibi) return;
        for (std::int64_t h = 0; h < problem.extents.query_heads; ++h) {
          const double exponent = -8.0 * static_cast<double>(h + 1) / static_cast<double>(problem.extents.query_heads);
          inputs.alibi_slopes->set({0, h, 0, 0}, std::exp2(exponent));
        }
      }});
}

}  // namespace assay::impls::faults

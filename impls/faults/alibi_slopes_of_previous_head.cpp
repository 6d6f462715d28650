// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault alibi_slopes_of_previous_head() {
  return misreading_fault(
      "alibi_slopes_of_previous_head",
      {.broken = "slopes carry one factor 2^(8/heads) too many: each head takes that of the one before",
       .source = "https://github.com/paiml/aprender/pull/2143",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_head_independence", "weights_recovered", "stateless"},
       .trigger = "ALiBi with more than one visible key",
       .inside = "hq=4 hkv=4 tq=2 tk=5 dk=4 alibi=1",
       .outside = "hq=4 hkv=4 tq=2 tk=5 dk=4",
       .bug_class = "ALIBI",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (!problem.alibi) return;
        const double factor = std::exp2(8.0 / static_cast<double>(problem.extents.query_heads));
        for (std::int64_t h = 0; h < problem.extents.query_heads; ++h)
          inputs.alibi_slopes->set({0, h, 0, 0}, factor * inputs.alibi_slopes->get({0, h, 0, 0}));
      }});
}

}  // namespace assay::impls::faults

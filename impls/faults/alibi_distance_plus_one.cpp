// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault alibi_distance_plus_one() {
  return misreading_fault(
      "alibi_distance_plus_one",
      {.broken =
           "ALiBi counts one step too many: all scores of a row are shifted alike, and only the log-sum-exp can tell",
       .source = "https://github.com/vllm-project/vllm/pull/945",
       .honest_twin = "tiled",
       .killers = {"reference"},
       .trigger = "ALiBi with the log-sum-exp asked for",
       .inside = "tq=2 tk=5 dk=4 alibi=1 lse=1",
       .outside = "tq=2 tk=5 dk=4 lse=1",
       .bug_class = "ALIBI",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (!problem.alibi) return;
        const Tensor slopes = *inputs.alibi_slopes;
        add_scores(problem, inputs, [&](const Index4& at) { return -slopes.get({0, at[1], 0, 0}); });
      }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault alibi_from_first_key() {
  return misreading_fault(
      "alibi_from_first_key",
      {.broken = "ALiBi measures the distance from the query's index, not from its position among the keys",
       .source = "https://github.com/mosaicml/examples/pull/259",
       .honest_twin = "tiled",
       .killers = {"reference", "weights_recovered"},
       .trigger = "ALiBi whose query 0 does not stand at key 0",
       .inside = "tq=2 tk=9 dk=4 alibi=1 causal=offset:3",
       .outside = "tq=2 tk=9 dk=4 alibi=1 causal=offset:0",
       .bug_class = "ALIBI",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (!problem.alibi) return;
        const Tensor slopes = *inputs.alibi_slopes;
        problem.alibi = false;
        inputs.alibi_slopes.reset();
        add_scores(problem, inputs, [&](const Index4& at) {
          return -slopes.get({0, at[1], 0, 0}) * static_cast<double>(std::abs(at[2] - at[3]));
        });
      }});
}

}  // namespace assay::impls::faults

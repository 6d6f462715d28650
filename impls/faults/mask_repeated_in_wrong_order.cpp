// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_repeated_in_wrong_order() {
  return misreading_fault(
      "mask_repeated_in_wrong_order",
      {.broken =
           "heads are stacked in front of the batch, the mask is repeated behind it: heads take other examples' masks",
       .source = "https://github.com/lsdefine/attention-is-all-you-need-keras/issues/36",
       .honest_twin = "tiled",
       .killers = {"reference", "mask_broadcast", "batch_invariant", "batch_head_independence"},
       .trigger = "a boolean mask that differs between examples but not between several heads",
       .inside = "b=2 hq=3 hkv=3 tq=2 tk=20 dk=4 mask=b11k",
       .outside = "b=2 hq=1 tq=2 tk=20 dk=4 mask=b11k",
       .bug_class = "MASK-BCAST",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (!problem.mask || problem.mask->has[1] || !problem.mask->has[0]) return;
        const Index4 e = inputs.mask->extents();
        const std::int64_t heads = problem.extents.query_heads;
        Tensor repeated(inputs.mask->type(), {e[0], heads, e[2], e[3]});
        for_each_index(repeated.extents(), [&](const Index4& to) {
          repeated.set_bits(to, inputs.mask->bits({(to[1] * e[0] + to[0]) / heads, 0, to[2], to[3]}));
        });
        problem.mask->has[1] = true;
        inputs.mask = repeated;
      }});
}

}  // namespace assay::impls::faults

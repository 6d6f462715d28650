// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_row_moved_by_head() {
  return misreading_fault(
      "mask_row_moved_by_head",
      {.broken = "a mask without a head axis is indexed by the head all the same: head h starts h rows further down",
       .source = "https://github.com/tenstorrent/tt-metal/issues/39946",
       .honest_twin = "tiled",
       .killers = {"reference", "mask_broadcast", "batch_head_independence", "score_variance"},
       .trigger = "two query heads or more and a boolean mask with queries but no heads",
       .inside = "hq=3 hkv=3 tq=5 tk=20 dk=4 mask=b1qk",
       .outside = "hq=1 tq=5 tk=20 dk=4 mask=b1qk",
       .bug_class = "MASK-BCAST",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (!problem.mask || problem.mask->has[1] || !problem.mask->has[2]) return;
        const Index4 e = inputs.mask->extents();
        Tensor moved(inputs.mask->type(), {e[0], problem.extents.query_heads, e[2], e[3]});
        for_each_index(moved.extents(), [&](const Index4& to) {
          moved.set_bits(to, inputs.mask->bits({to[0], 0, (to[2] + to[1]) % e[2], to[3]}));
        });
        problem.mask->has[1] = true;
        inputs.mask = moved;
      }});
}

}  // namespace assay::impls::faults

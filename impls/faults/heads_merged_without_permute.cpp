// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault heads_merged_without_permute() {
  return misreading_fault(
      "heads_merged_without_permute",
      {.broken = "heads are merged without exchanging head and length first: tokens get parts of other tokens",
       .source = "https://github.com/jsbaan/transformer-from-scratch/pull/6",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_head_independence", "convex_hull", "weights_recovered"},
       .trigger = "more than one query and more than one head",
       .inside = "hq=3 hkv=3 tq=4 tk=5 dk=4",
       .outside = "hq=1 tq=4 tk=5 dk=4",
       .bug_class = "LAYOUT",
       .suspect = ""},
      {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
        const std::int64_t heads = problem.extents.query_heads, length = problem.extents.query_length;
        outputs.out = rearranged(outputs.out, [&](const Index4& to) {
          const std::int64_t n = to[2] * heads + to[1];
          return Index4{to[0], n / length, n % length, to[3]};
        });
      }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault earlier_segments_visible() {
  return misreading_fault(
      "earlier_segments_visible",
      {.broken = "a query sees the segments in front of its own as well",
       .source = "https://github.com/axolotl-ai-cloud/axolotl/pull/3796",
       .honest_twin = "tiled",
       .killers = {"reference", "shift_invariance", "convex_hull", "weights_recovered"},
       .trigger = "a query in a segment behind the first",
       .inside = "tq=6 tk=6 dk=4 segments=1",
       .outside = "tq=6 tk=6 dk=4 segments=1 masks=all",
       .bug_class = "VARLEN",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (!problem.segments) return;
        const Tensor own = *inputs.query_segments, of_key = *inputs.key_segments;
        problem.segments = false;
        replace_mask(problem, inputs, [&](const RowPlace& row, std::int64_t key, bool visible) {
          return visible && of_key.get({row.batch, 0, 0, key}) <= own.get({row.batch, 0, 0, row.query});
        });
      }});
}

}  // namespace assay::impls::faults

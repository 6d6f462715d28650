// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault output_heads_swapped() {
  return misreading_fault("output_heads_swapped",
                          {.broken = "neighbouring heads are exchanged in the output",
                           .source = "https://github.com/snowflakedb/ArcticInference/pull/142",
                           .honest_twin = "tiled",
                           .killers = {"reference", "batch_head_independence", "weights_recovered", "saturation"},
                           .trigger = "more than one query head",
                           .inside = "hq=2 hkv=2 tq=2 tk=5 dk=4",
                           .outside = "hq=1 tq=2 tk=5 dk=4",
                           .bug_class = "LAYOUT",
                           .suspect = "heads_swapped"},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            outputs.out = rearranged(outputs.out, [&](const Index4& to) {
                              const std::int64_t other = to[1] ^ 1;
                              return Index4{to[0], other < problem.extents.query_heads ? other : to[1], to[2], to[3]};
                            });
                          }});
}

}  // namespace assay::impls::faults

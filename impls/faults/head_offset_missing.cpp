// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault head_offset_missing() {
  return misreading_fault("head_offset_missing",
                          {.broken = "all heads are written to one place: the last one is left for all",
                           .source = "https://github.com/vllm-project/vllm/pull/29887",
                           .honest_twin = "tiled",
                           .killers = {"reference", "batch_head_independence", "score_variance", "weights_recovered"},
                           .trigger = "more than one query head",
                           .inside = "hq=2 hkv=2 tq=2 tk=5 dk=4",
                           .outside = "hq=1 tq=2 tk=5 dk=4",
                           .bug_class = "LAYOUT",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            outputs.out = rearranged(outputs.out, [&](const Index4& to) {
                              return Index4{to[0], problem.extents.query_heads - 1, to[2], to[3]};
                            });
                          }});
}

}  // namespace assay::impls::faults

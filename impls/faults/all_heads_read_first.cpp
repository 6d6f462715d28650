// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault all_heads_read_first() {
  return misreading_fault("all_heads_read_first",
                          {.broken = "every query head reads the first key head",
                           .source = "https://github.com/PSAL-POSTECH/ONNXim/issues/33",
                           .honest_twin = "tiled",
                           .killers = {"reference", "batch_head_independence", "score_variance", "convex_hull"},
                           .trigger = "more than one key head",
                           .inside = "hq=2 hkv=2 tq=2 tk=3 dk=2",
                           .outside = "hq=2 hkv=1 tq=2 tk=3 dk=2",
                           .bug_class = "HEADMAP",
                           .suspect = "head_map_first"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            read_key_heads(problem, inputs,
                                           [](const Problem&, std::int64_t) { return std::int64_t{0}; });
                          }});
}

}  // namespace assay::impls::faults

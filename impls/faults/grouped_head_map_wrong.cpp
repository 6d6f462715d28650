// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault grouped_head_map_wrong() {
  return misreading_fault(
      "grouped_head_map_wrong",
      {.broken = "repeats key heads by tiling (0 1 0 1) where they should stand in groups (0 0 1 1)",
       .source = "https://github.com/onnx/onnx/pull/7274",
       .honest_twin = "tiled",
       .killers = {"reference", "grouped_heads"},
       .trigger = "grouped convention with more than one key head and more query heads than key heads",
       .inside = "hq=4 hkv=2 tq=2 tk=3 dk=2",
       .outside = "hq=4 hkv=1 tq=2 tk=3 dk=2",
       .bug_class = "HEADMAP",
       .suspect = "head_map_interleaved"},
      {.rewrite = [](Problem& problem, Inputs&) { problem.convention.head_map = HeadMap::Interleaved; }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault interleaved_heads_read_in_groups() {
  return misreading_fault(
      "interleaved_heads_read_in_groups",
      {.broken = "an interleaved head map is read as one in groups",
       .source = "https://github.com/ggml-org/llama.cpp/pull/25315",
       .honest_twin = "tiled",
       .killers = {"reference", "grouped_heads", "score_variance", "convex_hull"},
       .trigger = "interleaved convention with more than one key head and more query heads than key heads",
       .inside = "hq=4 hkv=2 tq=2 tk=3 dk=2 head_map=interleaved",
       .outside = "hq=4 hkv=1 tq=2 tk=3 dk=2 head_map=interleaved",
       .bug_class = "HEADMAP",
       .suspect = "head_map_grouped"},
      {.rewrite = [](Problem& problem, Inputs&) { problem.convention.head_map = HeadMap::Grouped; }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_counter_wraps_late() {
  return misreading_fault(
      "causal_counter_wraps_late",
      {.broken = "a head counter wraps late: from the middle head on the causal limit lies a tile of 16 keys too far",
       .source = "https://github.com/Xilinx/mlir-air/issues/1427",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_head_independence", "causal_prefix", "hidden_keys_ignored"},
       .trigger = "causal with two heads or more and keys beyond the diagonal",
       .inside = "hq=4 hkv=4 tq=5 tk=20 dk=4 causal=top-left",
       .outside = "hq=1 tq=5 tk=20 dk=4 causal=top-left",
       .bug_class = "CAUSAL-OFF",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        move_causal_limit(problem, inputs, [](const Problem& asked, const RowPlace& row) {
          return row.query + (row.head >= (asked.extents.query_heads + 1) / 2 ? 16 : 0);
        });
      }});
}

}  // namespace assay::impls::faults

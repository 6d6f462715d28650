// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_row_divided_by_group() {
  return misreading_fault("causal_row_divided_by_group",
                          {.broken = "the causal row is divided by the number of query heads that share a key head",
                           .source = "https://github.com/Dao-AILab/flash-attention/pull/2528",
                           .honest_twin = "tiled",
                           .killers = {"reference", "grouped_heads", "batch_head_independence", "score_variance"},
                           .trigger = "causal with more query heads than key heads",
                           .inside = "hq=4 hkv=1 tq=6 tk=6 dk=4 causal=top-left",
                           .outside = "hq=4 hkv=4 tq=6 tk=6 dk=4 causal=top-left",
                           .bug_class = "CAUSAL-OFF",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            move_causal_limit(problem, inputs, [](const Problem& asked, const RowPlace& row) {
                              return row.query / (asked.extents.query_heads / asked.extents.key_heads);
                            });
                          }});
}

}  // namespace assay::impls::faults

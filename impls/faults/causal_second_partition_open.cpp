// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_second_partition_open() {
  return misreading_fault("causal_second_partition_open",
                          {.broken = "the causal limit holds in the first half of the keys only",
                           .source = "https://github.com/tracel-ai/cubecl/pull/1027",
                           .honest_twin = "tiled",
                           .killers = {"reference", "causal_prefix", "padding_extension", "hidden_keys_ignored"},
                           .trigger = "causal with keys beyond the diagonal in the second half, from a tile of 16 on",
                           .inside = "tq=4 tk=40 dk=4 causal=top-left",
                           .outside = "tq=4 tk=16 dk=4 causal=top-left",
                           .bug_class = "CAUSAL-OFF",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (!problem.causal) return;
                            const Problem asked = problem;
                            const std::int64_t half = (problem.extents.key_length / 2 + 15) / 16 * 16;
                            problem.causal = false;
                            replace_mask(problem, inputs, [&](const RowPlace& row, std::int64_t key, bool visible) {
                              return visible &&
                                     (key >= half || key <= first_position(asked, inputs, row.batch) + row.query);
                            });
                          }});
}

}  // namespace assay::impls::faults

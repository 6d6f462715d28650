// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault output_columns_swapped_in_pairs() {
  return misreading_fault("output_columns_swapped_in_pairs",
                          {.broken = "a wrong store exchanges neighbouring output columns",
                           .source = "https://github.com/Dao-AILab/flash-attention/pull/2553",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "a value size above 1",
                           .inside = "tq=2 tk=5 dk=4",
                           .outside = "tq=2 tk=5 dk=4 dv=1",
                           .bug_class = "LAYOUT",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            outputs.out = rearranged(outputs.out, [&](const Index4& to) {
                              const std::int64_t other = to[3] ^ 1;
                              return Index4{to[0], to[1], to[2], other < problem.extents.value_dim ? other : to[3]};
                            });
                          }});
}

}  // namespace assay::impls::faults

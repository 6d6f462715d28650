// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault rows_written_twice() {
  return misreading_fault("rows_written_twice",
                          {.broken = "every second query row holds the one before it",
                           .source = "https://github.com/Dao-AILab/flash-attention/pull/2553",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "more than one query",
                           .inside = "tq=3 tk=5 dk=4",
                           .outside = "tq=1 tk=5 dk=4",
                           .bug_class = "LAYOUT",
                           .suspect = "rows_copied"},
                          {.spoil = [](const Problem&, const Inputs&, Outputs& outputs) {
                            outputs.out = rearranged(outputs.out, [](const Index4& to) {
                              return Index4{to[0], to[1], to[2] / 2 * 2, to[3]};
                            });
                          }});
}

}  // namespace assay::impls::faults

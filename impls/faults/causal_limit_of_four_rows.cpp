// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_limit_of_four_rows() {
  return misreading_fault("causal_limit_of_four_rows",
                          {.broken = "the causal limit is that of the last row in each group of four",
                           .source = "https://github.com/pytorch/pytorch/issues/195910",
                           .honest_twin = "tiled",
                           .killers = {"reference", "causal_prefix", "shift_invariance", "convex_hull"},
                           .trigger = "causal with two queries in a group of four and a key between their positions",
                           .inside = "tq=4 tk=8 dk=4 causal=top-left",
                           .outside = "tq=1 tk=8 dk=4 causal=offset:3",
                           .bug_class = "CAUSAL-OFF",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            move_causal_limit(problem, inputs, [](const Problem& asked, const RowPlace& row) {
                              return std::min(row.query | 3, asked.extents.query_length - 1);
                            });
                          }});
}

}  // namespace assay::impls::faults

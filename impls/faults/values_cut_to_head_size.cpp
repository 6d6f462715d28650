// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault values_cut_to_head_size() {
  return misreading_fault("values_cut_to_head_size",
                          {.broken = "output columns beyond the size of the query heads stay 0",
                           .source = "https://github.com/pytorch/pytorch/issues/176767",
                           .honest_twin = "tiled",
                           .killers = {"reference", "row_sums", "shift_invariance", "score_variance"},
                           .trigger = "a value size above the head size",
                           .inside = "tq=2 tk=5 dk=4 dv=6",
                           .outside = "tq=2 tk=5 dk=4 dv=4",
                           .bug_class = "HEADDIM",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            spoil_elements(outputs, [&](const Index4& at, double element) {
                              return at[3] < problem.extents.head_dim ? element : 0;
                            });
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault rounding_by_batch() {
  return misreading_fault(
      "rounding_by_batch",
      {.broken = "from four examples on outputs are handed over in bf16 between two steps",
       .source = "https://github.com/Dao-AILab/flash-attention/pull/2450",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_invariant", "linear_in_value", "batch_head_independence"},
       .trigger = "four examples or more and outputs that 8 bits do not hold",
       .inside = "b=4 tq=2 tk=5 dk=4",
       .outside = "b=3 tq=2 tk=5 dk=4",
       .bug_class = "NONDET",
       .suspect = ""},
      {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
        if (problem.extents.batch >= 4)
          spoil_elements(outputs, [](const Index4&, double element) { return to_bfloat(static_cast<float>(element)); });
      }});
}

}  // namespace assay::impls::faults

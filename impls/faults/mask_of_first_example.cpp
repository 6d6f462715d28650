// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_of_first_example() {
  return misreading_fault(
      "mask_of_first_example",
      {.broken = "every example is masked by the mask of the first",
       .source = "https://github.com/tenstorrent/tt-metal/issues/39910",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_invariant", "batch_head_independence", "hidden_keys_ignored"},
       .trigger = "a boolean mask that differs between examples",
       .inside = "b=3 tq=2 tk=20 dk=4 mask=b11k",
       .outside = "b=3 tq=2 tk=20 dk=4 mask=111k",
       .bug_class = "MASK-BCAST",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (problem.mask)
          inputs.mask = rearranged(*inputs.mask, [](const Index4& to) { return Index4{0, to[1], to[2], to[3]}; });
      }});
}

}  // namespace assay::impls::faults

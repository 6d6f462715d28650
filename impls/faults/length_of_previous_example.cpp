// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault length_of_previous_example() {
  return misreading_fault(
      "length_of_previous_example",
      {.broken = "each example takes the key length of the one before it",
       .source = "https://github.com/Dao-AILab/flash-attention/issues/1537",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_invariant", "batch_head_independence", "hidden_keys_ignored"},
       .trigger = "key lengths that differ between neighbours",
       .inside = "b=5 tq=2 tk=12 dk=4 lengths=1",
       .outside = "b=5 tq=2 tk=12 dk=4 lengths=1 masks=all",
       .bug_class = "VARLEN",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        if (problem.key_lengths)
          inputs.key_lengths = rearranged(*inputs.key_lengths, [](const Index4& to) {
            return Index4{std::max<std::int64_t>(to[0] - 1, 0), 0, 0, 0};
          });
      }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault zero_length_poisons_next() {
  return misreading_fault(
      "zero_length_poisons_next",
      {.broken = "an example of length 0 makes NaN that reaches the next example",
       .source = "https://github.com/HabanaAI/vllm-fork/pull/318",
       .honest_twin = "tiled",
       .killers = {"reference", "batch_invariant", "row_sums", "score_variance"},
       .trigger = "an example of length 0 in a batch of two or more",
       .inside = "b=3 tq=2 tk=4 dk=4 lengths=1 masks=empty-row",
       .outside = "b=3 tq=2 tk=4 dk=4 lengths=1",
       .bug_class = "MASK-ROW",
       .suspect = ""},
      {.spoil = [](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        const std::int64_t batch = problem.extents.batch;
        if (problem.key_lengths && batch > 1)
          spoil_elements(outputs, [&](const Index4& at, double element) {
            return inputs.key_lengths->get({(at[0] + batch - 1) % batch, 0, 0, 0}) == 0 ? NAN : element;
          });
      }});
}

}  // namespace assay::impls::faults

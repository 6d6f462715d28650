// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/remembering.hpp"

namespace assay::impls::faults {

Fault scratch_left_over() {
  return remembering_fault(
      "scratch_left_over",
      {.broken = "scratch memory is not cleared: the last call's first output is added to this one's",
       .source = "https://github.com/tenstorrent/tt-metal/pull/41195",
       .honest_twin = "tiled",
       .killers = {"reference", "stateless", "batch_invariant", "linear_in_value"},
       .trigger = "any call but the first",
       .inside = "tq=2 tk=5 dk=4",
       .outside = "tq=2 tk=5 dk=4 values=constant:0",
       .bug_class = "RACE",
       .suspect = ""},
      [](const Kernel& twin, Memory& memory, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        twin.run(problem, inputs, outputs);
        if (outputs.out.size() == 0) return;
        const double first = outputs.out.get({0, 0, 0, 0});
        if (memory.outputs) outputs.out.set({0, 0, 0, 0}, first + memory.outputs->out.get({0, 0, 0, 0}));
        memory.outputs = Outputs{Tensor(outputs.out.type(), {1, 1, 1, 1}), {}, {}};
        memory.outputs->out.set({0, 0, 0, 0}, first);
      });
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/remembering.hpp"

namespace assay::impls::faults {

Fault lengths_of_first_call() {
  return remembering_fault(
      "lengths_of_first_call",
      {.broken = "key lengths are planned once for a batch size and kept for later calls of that size",
       .source = "https://github.com/openvinotoolkit/openvino/pull/37381",
       .honest_twin = "tiled",
       .killers = {"reference", "stateless"},
       .trigger = "a second call of the same batch size with other key lengths",
       .inside = "b=5 tq=2 tk=12 dk=4 lengths=1",
       .outside = "b=5 tq=2 tk=12 dk=4",
       .bug_class = "VARLEN",
       .suspect = ""},
      [](const Kernel& twin, Memory& memory, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        if (!problem.key_lengths) return twin.run(problem, inputs, outputs);
        const bool known = memory.inputs && memory.inputs->key_lengths->extents() == inputs.key_lengths->extents();
        if (!known) memory.inputs = inputs;
        Inputs planned = inputs;
        planned.key_lengths = memory.inputs->key_lengths;
        twin.run(problem, planned, outputs);
      });
}

}  // namespace assay::impls::faults

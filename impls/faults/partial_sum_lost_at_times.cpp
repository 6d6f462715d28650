// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"
#include "impls/faults/bases/remembering.hpp"

namespace assay::impls::faults {

Fault partial_sum_lost_at_times() {
  return remembering_fault(
      "partial_sum_lost_at_times",
      {.broken = "two calls in five a partial sum of the first query row is lost",
       .source = "https://github.com/ggml-org/llama.cpp/pull/13438",
       .honest_twin = "tiled",
       .killers = {"reference", "repeatable", "stateless"},
       .trigger = "the third call and the fourth of every five",
       .inside = "tq=2 tk=5 dk=4",
       .outside = "tq=2 tk=5 dk=4 values=constant:0",
       .bug_class = "RACE",
       .suspect = ""},
      [](const Kernel& twin, Memory& memory, const Problem& problem, const Inputs& inputs, Outputs& outputs) {
        twin.run(problem, inputs, outputs);
        if (memory.calls % 5 != 2 && memory.calls % 5 != 3) return;
        spoil_elements(outputs, [](const Index4& at, double element) { return at[2] == 0 ? element / 2 : element; });
      });
}

}  // namespace assay::impls::faults

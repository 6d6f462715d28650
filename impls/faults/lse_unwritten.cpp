// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault lse_unwritten() {
  return misreading_fault("lse_unwritten",
                          {.broken = "the log-sum-exp is left as the memory was",
                           .source = "https://github.com/deepseek-ai/FlashMLA/pull/106",
                           .honest_twin = "tiled",
                           .killers = {"reference", "repeatable", "strides", "stateless"},
                           .trigger = "the log-sum-exp asked for",
                           .inside = "tq=2 tk=5 dk=4 lse=1",
                           .outside = "tq=2 tk=5 dk=4",
                           .bug_class = "UNINIT",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            if (problem.lse) outputs.lse = blank_outputs(problem).lse;
                          }});
}

}  // namespace assay::impls::faults

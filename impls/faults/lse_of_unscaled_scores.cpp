// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"
#include "impls/registry.hpp"

namespace assay::impls::faults {

Fault lse_of_unscaled_scores() {
  return misreading_fault("lse_of_unscaled_scores",
                          {.broken = "the log-sum-exp is that of scores before they are scaled",
                           .source = "https://github.com/vllm-project/flash-attention/pull/34",
                           .honest_twin = "tiled",
                           .killers = {"reference", "shift_invariance"},
                           .trigger = "the log-sum-exp asked for with a scale other than 1",
                           .inside = "tq=2 tk=5 dk=4 lse=1",
                           .outside = "tq=2 tk=5 dk=4 lse=1 scale=1",
                           .bug_class = "LSE",
                           .suspect = "lse_unscaled"},
                          {.spoil = [](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
                            if (!problem.lse) return;
                            Problem unscaled = problem;
                            unscaled.scale = 1;
                            Outputs second = blank_outputs(unscaled);
                            find_kernel("tiled")->run(unscaled, inputs, second);
                            outputs.lse = second.lse;
                          }});
}

}  // namespace assay::impls::faults

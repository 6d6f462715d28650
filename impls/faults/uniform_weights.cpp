// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault uniform_weights() {
  return misreading_fault("uniform_weights",
                          {.broken = "scores are not used: the output is the mean of the visible values",
                           .source = "https://github.com/Xilinx/mlir-air/issues/1450",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "scores that are not all equal",
                           .inside = "tq=2 tk=5 dk=4",
                           .outside = "tq=2 tk=5 dk=4 scores=zero",
                           .bug_class = "HARNESS",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.scale = 0; }});
}

}  // namespace assay::impls::faults

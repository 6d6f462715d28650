// SPDX-License-Identifier: Apache-2.0
#include "impls/misreading.hpp"

namespace assay::impls::faults {

Fault survivors_unscaled() {
  return misreading_fault("survivors_unscaled",
                          {.broken = "weights that are kept are not scaled up",
                           .source = "https://github.com/NVIDIA/apex/pull/816",
                           .honest_twin = "tiled",
                           .killers = {"reference", "linear_in_value"},
                           .trigger = "dropout in training",
                           .inside = "tq=2 tk=5 dk=4 dropout=0.5 mode=train",
                           .outside = "tq=2 tk=5 dk=4 dropout=0.5",
                           .bug_class = "DROPOUT",
                           .suspect = "dropout_unscaled"},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            if (problem.dropout.training)
                              spoil_elements(outputs, [&](const Index4&, double element) {
                                return element * (1 - problem.dropout.probability);
                              });
                          }});
}

}  // namespace assay::impls::faults

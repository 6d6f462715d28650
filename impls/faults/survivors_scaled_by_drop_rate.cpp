// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault survivors_scaled_by_drop_rate() {
  return misreading_fault("survivors_scaled_by_drop_rate",
                          {.broken = "weights that are kept are divided by the rate of dropping, not of keeping",
                           .source = "https://github.com/NVIDIA/apex/pull/816",
                           .honest_twin = "tiled",
                           .killers = {"reference", "linear_in_value"},
                           .trigger = "dropout in training with a probability other than one half",
                           .inside = "tq=2 tk=5 dk=4 dropout=0.25 mode=train",
                           .outside = "tq=2 tk=5 dk=4 dropout=0.5 mode=train",
                           .bug_class = "DROPOUT",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            const double p = problem.dropout.probability;
                            if (problem.dropout.training && p > 0)
                              spoil_elements(outputs,
                                             [&](const Index4&, double element) { return element * (1 - p) / p; });
                          }});
}

}  // namespace assay::impls::faults

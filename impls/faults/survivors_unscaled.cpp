// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault survivors_unscaled() {
  return misreading_fault("survivors_unscaled",
                          {.broken = "weights that are kept are not scaled up",
                           .source = "https://github.com/NVIDIA/apex/pull/816",
                           .honest_twin = "tiled",
                           .killers = {"reference", "dropout_statistics"},
                           .trigger = "dropout in training",
                           .inside = "tq=2 tk=5 dk=4 dropout=0.5 mode=train",
                           .outside = "tq=2 tk=5 dk=4 dropout=0.5",
                           .bug_class = "DROPOUT",
                           .suspect = "dropout_unscaled"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            // The mask is given: the probability does nothing but scale. None would be no dropout.
                            if (problem.dropout.training) problem.dropout.probability = 0x1p-100;
                          }});
}

}  // namespace assay::impls::faults

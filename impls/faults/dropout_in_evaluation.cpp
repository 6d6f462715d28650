// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault dropout_in_evaluation() {
  return misreading_fault("dropout_in_evaluation",
                          {.broken = "drops weights in evaluation too",
                           .source = "https://github.com/pytorch/pytorch/issues/124464",
                           .honest_twin = "tiled",
                           .killers = {"reference", "row_sums", "weights_recovered"},
                           .trigger = "a dropout probability above zero in evaluation mode",
                           .inside = "tq=2 tk=40 dk=2 dropout=0.5",
                           .outside = "tq=2 tk=40 dk=2",
                           .bug_class = "DROPOUT",
                           .suspect = "dropout_on"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.dropout.training) return;
                            problem.dropout.training = true;
                            problem.dropout.mask_given = false;
                          }});
}

}  // namespace assay::impls::faults

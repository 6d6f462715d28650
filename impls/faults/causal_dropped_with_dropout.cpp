// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_dropped_with_dropout() {
  return misreading_fault("causal_dropped_with_dropout",
                          {.broken = "with dropout another path is taken, which is not causal",
                           .source = "https://github.com/keras-team/keras/issues/23038",
                           .honest_twin = "tiled",
                           .killers = {"reference", "causal_prefix", "shift_invariance"},
                           .trigger = "causal in training with dropout and a key beyond the diagonal",
                           .inside = "tq=3 tk=3 dk=4 causal=top-left dropout=0.1 mode=train",
                           .outside = "tq=3 tk=3 dk=4 causal=top-left",
                           .bug_class = "MASK-DROP",
                           .suspect = "causal_ignored"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.dropout.training && problem.dropout.probability > 0) problem.causal = false;
                          }});
}

}  // namespace assay::impls::faults

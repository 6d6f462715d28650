// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault alibi_ignored() {
  return misreading_fault("alibi_ignored",
                          {.broken = "ALiBi is not applied",
                           .source = "https://github.com/huggingface/transformers/issues/29067",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "ALiBi with more than one visible key",
                           .inside = "tq=2 tk=5 dk=4 alibi=1",
                           .outside = "tq=2 tk=5 dk=4",
                           .bug_class = "ALIBI",
                           .suspect = "alibi_ignored"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            problem.alibi = false;
                            inputs.alibi_slopes.reset();
                          }});
}

}  // namespace assay::impls::faults

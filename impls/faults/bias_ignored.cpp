// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault bias_ignored() {
  return misreading_fault("bias_ignored",
                          {.broken = "the additive mask is not added",
                           .source = "https://github.com/insuhan/hyper-attn/issues/4",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "an additive mask whose elements differ",
                           .inside = "tq=3 tk=20 dk=4 bias=11qk",
                           .outside = "tq=3 tk=20 dk=4",
                           .bug_class = "PARAM-DROP",
                           .suspect = "bias_ignored"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            problem.bias.reset();
                            inputs.bias.reset();
                          }});
}

}  // namespace assay::impls::faults

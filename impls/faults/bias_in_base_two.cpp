// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault bias_in_base_two() {
  return misreading_fault("bias_in_base_two",
                          {.broken = "scores are in base 2, the additive mask is not",
                           .source = "https://github.com/meta-pytorch/segment-anything-fast/pull/71",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "an additive mask with finite elements that differ",
                           .inside = "tq=3 tk=20 dk=4 bias=11qk",
                           .outside = "tq=3 tk=20 dk=4",
                           .bug_class = "MASK-FINITE",
                           .suspect = "bias_base_two"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (problem.bias)
                              inputs.bias = recomputed(*inputs.bias, [](const Index4&, double element) {
                                return element * std::numbers::ln2;
                              });
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault bias_times_scale() {
  return misreading_fault("bias_times_scale",
                          {.broken = "the additive mask is multiplied by the softmax scale",
                           .source = "https://github.com/tenstorrent/tt-metal/pull/42891",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "an additive mask with finite elements that differ and a scale other than 1",
                           .inside = "tq=3 tk=20 dk=4 bias=11qk",
                           .outside = "tq=3 tk=20 dk=4 bias=11qk scale=1",
                           .bug_class = "MASK-FINITE",
                           .suspect = "bias_scaled"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const double scale = scale_value(problem);
                            if (problem.bias)
                              inputs.bias = recomputed(*inputs.bias, [&](const Index4&, double element) {
                                return std::isinf(element) ? element : scale * element;
                              });
                          }});
}

}  // namespace assay::impls::faults

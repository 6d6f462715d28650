// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault bias_read_as_boolean() {
  return misreading_fault("bias_read_as_boolean",
                          {.broken = "an additive mask is read as boolean: what is not 0 is hidden",
                           .source = "https://github.com/pytorch/pytorch/issues/86120",
                           .honest_twin = "tiled",
                           .killers = {"reference", "row_sums", "weights_recovered", "stateless"},
                           .trigger = "an additive mask with a finite element that is not 0",
                           .inside = "tq=3 tk=20 dk=4 bias=11qk",
                           .outside = "tq=3 tk=20 dk=4",
                           .bug_class = "MASK-POL",
                           .suspect = "bias_read_as_boolean"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (problem.bias)
                              inputs.bias = recomputed(*inputs.bias, [](const Index4&, double element) {
                                return element == 0 ? 0 : -INFINITY;
                              });
                          }});
}

}  // namespace assay::impls::faults

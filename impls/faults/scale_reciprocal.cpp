// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault scale_reciprocal() {
  return misreading_fault("scale_reciprocal",
                          {.broken = "scores are divided by the scale",
                           .source = "https://github.com/esceptico/perceiver-io/issues/9",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a scale other than 0, 1 and -1",
                           .inside = "tq=2 tk=3 dk=4",
                           .outside = "tq=2 tk=3 dk=1",
                           .bug_class = "SCALE",
                           .suspect = "scale_reciprocal"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (scale_value(problem) != 0) problem.scale = 1 / scale_value(problem);
                          }});
}

}  // namespace assay::impls::faults

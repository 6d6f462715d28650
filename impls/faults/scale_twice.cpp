// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault scale_twice() {
  return misreading_fault(
      "scale_twice",
      {.broken = "the scale is applied to the query and again to the score",
       .source = "https://github.com/AI-Hypercomputer/maxtext/issues/3138",
       .honest_twin = "tiled",
       .killers = {"reference", "score_variance", "weights_recovered"},
       .trigger = "a scale other than 0 and 1, scores that are not all near zero",
       .inside = "tq=2 tk=3 dk=4",
       .outside = "tq=2 tk=3 dk=1",
       .bug_class = "SCALE",
       .suspect = "scale_twice"},
      {.rewrite = [](Problem& problem, Inputs&) { problem.scale = scale_value(problem) * scale_value(problem); }});
}

}  // namespace assay::impls::faults

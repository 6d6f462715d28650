// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault missing_scale() {
  return misreading_fault("missing_scale",
                          {.broken = "scores are not divided by the root of the head size",
                           .source = "https://github.com/mlc-ai/mlc-llm/pull/3426",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance"},
                           .trigger = "head_dim above 1 without a scale of its own, scores that are not all near zero",
                           .inside = "tq=2 tk=3 dk=4",
                           .outside = "tq=2 tk=3 dk=1",
                           .bug_class = "SCALE",
                           .suspect = "scale_none"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (!problem.scale) problem.scale = 1;
                          }});
}

}  // namespace assay::impls::faults

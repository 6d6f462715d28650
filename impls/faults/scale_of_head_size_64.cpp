// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault scale_of_head_size_64() {
  return misreading_fault("scale_of_head_size_64",
                          {.broken = "scores are divided by 8 whatever the head size is",
                           .source = "https://github.com/triton-lang/triton/issues/621",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a head size other than 64, without a scale of its own",
                           .inside = "tq=2 tk=3 dk=4",
                           .outside = "tq=2 tk=3 dk=64",
                           .bug_class = "SCALE",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (!problem.scale) problem.scale = 0.125;
                          }});
}

}  // namespace assay::impls::faults

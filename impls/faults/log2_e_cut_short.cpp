// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault log2_e_cut_short() {
  return misreading_fault("log2_e_cut_short",
                          {.broken = "scores go to base 2 by 1.44, which is log2(e) cut short",
                           .source = "https://github.com/jax-ml/jax/pull/25984",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "scores that are not all equal",
                           .inside = "tq=2 tk=8 dk=4 scores=peaked",
                           .outside = "tq=2 tk=8 dk=4 scores=zero",
                           .bug_class = "SCALE",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            problem.scale = scale_value(problem) * 1.44 / std::numbers::log2e;
                          }});
}

}  // namespace assay::impls::faults

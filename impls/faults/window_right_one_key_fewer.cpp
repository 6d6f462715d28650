// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault window_right_one_key_fewer() {
  return misreading_fault("window_right_one_key_fewer",
                          {.broken = "the window shows one key fewer to the right",
                           .source = "https://github.com/facebookresearch/xformers/issues/923",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a right window whose last visible key exists",
                           .inside = "tq=8 tk=8 dk=4 window=3,1",
                           .outside = "tq=8 tk=8 dk=4 window=3,8",
                           .bug_class = "WINDOW",
                           .suspect = "window_right_one_less"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.window.right) --*problem.window.right;
                          }});
}

}  // namespace assay::impls::faults

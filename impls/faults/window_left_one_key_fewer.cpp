// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault window_left_one_key_fewer() {
  return misreading_fault("window_left_one_key_fewer",
                          {.broken = "the window shows one key fewer to the left",
                           .source = "https://github.com/lightseekorg/tokenspeed/pull/578",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a left window whose last visible key exists",
                           .inside = "tq=8 tk=8 dk=4 window=3,0",
                           .outside = "tq=8 tk=8 dk=4 window=8,0",
                           .bug_class = "WINDOW",
                           .suspect = "window_left_one_less"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.window.left) --*problem.window.left;
                          }});
}

}  // namespace assay::impls::faults

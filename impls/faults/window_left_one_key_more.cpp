// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault window_left_one_key_more() {
  return misreading_fault("window_left_one_key_more",
                          {.broken = "the window shows one key more to the left",
                           .source = "https://github.com/zml/zml/pull/763",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "a left window that hides a key",
                           .inside = "tq=8 tk=8 dk=4 window=3,0",
                           .outside = "tq=8 tk=8 dk=4 window=8,0",
                           .bug_class = "WINDOW",
                           .suspect = "window_left_one_more"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.window.left) ++*problem.window.left;
                          }});
}

}  // namespace assay::impls::faults

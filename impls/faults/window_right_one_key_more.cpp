// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault window_right_one_key_more() {
  return misreading_fault("window_right_one_key_more",
                          {.broken = "the window shows one key more to the right",
                           .source = "https://github.com/huggingface/transformers/issues/39408",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "a right window that hides a key",
                           .inside = "tq=8 tk=8 dk=4 window=3,1",
                           .outside = "tq=8 tk=8 dk=4 window=3,8",
                           .bug_class = "WINDOW",
                           .suspect = "window_right_one_more"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.window.right) ++*problem.window.right;
                          }});
}

}  // namespace assay::impls::faults

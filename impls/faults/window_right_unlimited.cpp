// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault window_right_unlimited() {
  return misreading_fault("window_right_unlimited",
                          {.broken = "the right side of the window is read as unlimited",
                           .source = "https://github.com/Dao-AILab/flash-attention/issues/1116",
                           .honest_twin = "tiled",
                           .killers = {"reference", "hidden_keys_ignored", "convex_hull", "weights_recovered"},
                           .trigger = "a window limited on both sides with a key beyond its right one",
                           .inside = "tq=4 tk=20 dk=4 window=1,1",
                           .outside = "tq=4 tk=20 dk=4 window=1,inf",
                           .bug_class = "WINDOW",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.window.left) problem.window.right.reset();
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault window_ignored() {
  return misreading_fault("window_ignored",
                          {.broken = "the window is not applied",
                           .source = "https://github.com/sgl-project/sglang/pull/26516",
                           .honest_twin = "tiled",
                           .killers = {"reference", "shift_invariance", "convex_hull", "weights_recovered"},
                           .trigger = "a window that hides a key",
                           .inside = "tq=8 tk=8 dk=4 window=3,0",
                           .outside = "tq=8 tk=8 dk=4 window=8,8",
                           .bug_class = "WINDOW",
                           .suspect = "window_ignored"},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.window = {}; }});
}

}  // namespace assay::impls::faults

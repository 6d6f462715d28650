// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault window_from_first_key() {
  return misreading_fault("window_from_first_key",
                          {.broken = "the window is measured from the first key, causality from its own diagonal",
                           .source = "https://github.com/NVIDIA/TensorRT-LLM/issues/10102",
                           .honest_twin = "tiled",
                           .killers = {"reference", "hidden_keys_ignored", "convex_hull", "weights_recovered"},
                           .trigger = "a left window whose query 0 does not stand at key 0",
                           .inside = "tq=2 tk=20 dk=4 causal=bottom-right window=3,0",
                           .outside = "tq=20 tk=20 dk=4 causal=bottom-right window=3,0",
                           .bug_class = "WINDOW",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (!problem.window.left) return;
                            const std::int64_t self =
                                problem.convention.window_count == WindowCount::CountsSelf ? 1 : 0;
                            const std::int64_t reach = *problem.window.left - self;
                            problem.window.left.reset();
                            replace_mask(problem, inputs, [&](const RowPlace& row, std::int64_t key, bool visible) {
                              return visible && key >= row.query - reach;
                            });
                          }});
}

}  // namespace assay::impls::faults

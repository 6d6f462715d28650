// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_hides_diagonal() {
  return misreading_fault("causal_hides_diagonal",
                          {.broken = "the causal limit hides the query's own key",
                           .source = "https://github.com/PaddlePaddle/flash-attention/pull/48",
                           .honest_twin = "tiled",
                           .killers = {"reference", "row_sums", "score_variance", "convex_hull"},
                           .trigger = "causal with a key at the query's own position",
                           .inside = "tq=3 tk=3 dk=4 causal=top-left",
                           .outside = "tq=3 tk=3 dk=4 causal=offset:16",
                           .bug_class = "CAUSAL-OFF",
                           .suspect = "causal_one_key_less"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (!problem.causal) return;
                            const std::int64_t none =
                                problem.convention.window_count == WindowCount::CountsSelf ? 0 : -1;
                            problem.window.right = std::min(problem.window.right.value_or(none), none);
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_dropped_for_lse() {
  return misreading_fault("causal_dropped_for_lse",
                          {.broken = "asking for the log-sum-exp takes another path, which is not causal",
                           .source = "https://github.com/huggingface/transformers/pull/30652",
                           .honest_twin = "tiled",
                           .killers = {"reference", "causal_prefix", "shift_invariance", "convex_hull"},
                           .trigger = "causal with the log-sum-exp asked for and a key beyond the diagonal",
                           .inside = "tq=3 tk=3 dk=4 causal=top-left lse=1",
                           .outside = "tq=3 tk=3 dk=4 causal=top-left",
                           .bug_class = "MASK-DROP",
                           .suspect = "causal_ignored"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.lse) problem.causal = false;
                          }});
}

}  // namespace assay::impls::faults

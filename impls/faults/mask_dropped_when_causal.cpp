// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_dropped_when_causal() {
  return misreading_fault("mask_dropped_when_causal",
                          {.broken = "a boolean mask is not applied where causality is asked for as well",
                           .source = "https://github.com/openvinotoolkit/openvino/pull/31106",
                           .honest_twin = "tiled",
                           .killers = {"reference", "shift_invariance", "convex_hull", "weights_recovered"},
                           .trigger = "causal with a boolean mask that hides a key below the diagonal",
                           .inside = "tq=20 tk=20 dk=4 causal=top-left mask=11qk",
                           .outside = "tq=20 tk=20 dk=4 mask=11qk",
                           .bug_class = "MASK-DROP",
                           .suspect = "mask_ignored"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (!problem.causal) return;
                            problem.mask.reset();
                            inputs.mask.reset();
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_needs_a_mask() {
  return misreading_fault("causal_needs_a_mask",
                          {.broken = "causality is applied only where a mask is passed as well",
                           .source = "https://github.com/facebookresearch/xformers/issues/103",
                           .honest_twin = "tiled",
                           .killers = {"reference", "causal_prefix", "padding_extension", "shift_invariance"},
                           .trigger = "causal without a mask or bias, with a key beyond the diagonal",
                           .inside = "tq=3 tk=3 dk=4 causal=top-left",
                           .outside = "tq=3 tk=3 dk=4 causal=top-left mask=11qk masks=all",
                           .bug_class = "MASK-DROP",
                           .suspect = "causal_ignored"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (!problem.mask && !problem.bias) problem.causal = false;
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault given_scale_ignored() {
  return misreading_fault("given_scale_ignored",
                          {.broken = "a scale that the caller gives is not used",
                           .source = "https://github.com/zzhhjjj/gemma-triton-flash-attn/issues/6",
                           .honest_twin = "tiled",
                           .killers = {"reference", "shift_invariance", "weights_recovered"},
                           .trigger = "a scale given that is not the default",
                           .inside = "tq=2 tk=3 dk=4 scale=2",
                           .outside = "tq=2 tk=3 dk=4",
                           .bug_class = "PARAM-DROP",
                           .suspect = "scale_default"},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.scale.reset(); }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault given_offset_forgotten() {
  return misreading_fault("given_offset_forgotten",
                          {.broken = "the diagonal starts at the first key whatever offset is given",
                           .source = "https://github.com/NVIDIA/cutlass/issues/2336",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a diagonal with an offset other than 0",
                           .inside = "tq=3 tk=12 dk=4 causal=offset:3",
                           .outside = "tq=3 tk=12 dk=4 causal=offset:0",
                           .bug_class = "CAUSAL-ALIGN",
                           .suspect = "causal_top_left"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.convention.anchor.kind == Anchor::Kind::Offset) problem.convention.anchor = {};
                          }});
}

}  // namespace assay::impls::faults

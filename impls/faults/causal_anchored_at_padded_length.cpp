// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_anchored_at_padded_length() {
  return misreading_fault(
      "causal_anchored_at_padded_length",
      {.broken = "the diagonal ends at the last key of the padded batch, not at the last one of the example",
       .source = "https://github.com/NVIDIA/TensorRT-LLM/issues/10102",
       .honest_twin = "tiled",
       .killers = {"reference", "padding_extension", "weights_recovered", "saturation"},
       .trigger = "a bottom-right anchor with key lengths below the padded one",
       .inside = "b=5 tq=3 tk=12 dk=4 causal=bottom-right lengths=1",
       .outside = "b=5 tq=3 tk=12 dk=4 causal=bottom-right",
       .bug_class = "CAUSAL-ALIGN",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs&) {
        if (problem.convention.anchor.kind != Anchor::Kind::BottomRight) return;
        problem.convention.anchor = {Anchor::Kind::Offset, problem.extents.key_length - problem.extents.query_length};
      }});
}

}  // namespace assay::impls::faults

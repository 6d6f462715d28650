// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_to_last_key() {
  return misreading_fault("causal_to_last_key",
                          {.broken = "the causal diagonal ends at the last key where it should start at the first",
                           .source = "https://github.com/microsoft/onnxruntime/issues/29020",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "hidden_keys_ignored", "shift_invariance"},
                           .trigger = "top-left anchor with query length different from the visible key length",
                           .inside = "tq=2 tk=6 dk=4 causal=top-left",
                           .outside = "tq=6 tk=6 dk=4 causal=top-left",
                           .bug_class = "CAUSAL-ALIGN",
                           .suspect = "causal_bottom_right"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.convention.anchor.kind == Anchor::Kind::TopLeft)
                              problem.convention.anchor.kind = Anchor::Kind::BottomRight;
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault causal_from_first_key() {
  return misreading_fault("causal_from_first_key",
                          {.broken = "the causal diagonal starts at the first key where it should end at the last",
                           .source = "https://github.com/Dao-AILab/flash-attention/issues/282",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "score_variance", "weights_recovered"},
                           .trigger = "bottom-right anchor with query length different from the visible key length",
                           .inside = "tq=1 tk=16 dk=4 causal=bottom-right",
                           .outside = "tq=16 tk=16 dk=4 causal=bottom-right",
                           .bug_class = "CAUSAL-ALIGN",
                           .suspect = "causal_top_left"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.convention.anchor.kind == Anchor::Kind::BottomRight)
                              problem.convention.anchor = {};
                          }});
}

}  // namespace assay::impls::faults

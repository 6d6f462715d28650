// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault past_forgotten() {
  return misreading_fault("past_forgotten",
                          {.broken = "the diagonal does not count the keys of the past",
                           .source = "https://github.com/onnx/onnx/pull/7297",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a top-left anchor with a past",
                           .inside = "tq=2 tk=5 dk=4 past=3 causal=top-left",
                           .outside = "tq=2 tk=5 dk=4 causal=top-left",
                           .bug_class = "CAUSAL-ALIGN",
                           .suspect = "causal_top_left"},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.past = 0; }});
}

}  // namespace assay::impls::faults

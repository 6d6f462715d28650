// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault segments_ignored() {
  return misreading_fault("segments_ignored",
                          {.broken = "keys of other segments are read",
                           .source = "https://github.com/huggingface/transformers/pull/46634",
                           .honest_twin = "tiled",
                           .killers = {"reference", "shift_invariance", "convex_hull", "weights_recovered"},
                           .trigger = "two segments or more",
                           .inside = "tq=6 tk=6 dk=4 segments=1",
                           .outside = "tq=6 tk=6 dk=4 segments=1 masks=all",
                           .bug_class = "VARLEN",
                           .suspect = "segments_ignored"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            problem.segments = false;
                            inputs.query_segments.reset();
                            inputs.key_segments.reset();
                          }});
}

}  // namespace assay::impls::faults

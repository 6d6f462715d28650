// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault last_tile_overlaps() {
  return misreading_fault(
      "last_tile_overlaps",
      {.broken = "the last tile is moved back to be full, and keys of the one before it count twice",
       .source = "https://github.com/ai-bond/flash-attention-v100/issues/41",
       .honest_twin = "tiled",
       .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
       .trigger = "a key length above 16 that is no multiple of it",
       .inside = "tq=2 tk=20 dk=4",
       .outside = "tq=2 tk=32 dk=4",
       .bug_class = "TAIL",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        const std::int64_t length = problem.extents.key_length, full = length / 16 * 16;
        if (length < 16 || full == length) return;
        add_scores(problem, inputs,
                   [&](const Index4& at) { return at[3] >= length - 16 && at[3] < full ? std::numbers::ln2 : 0.0; });
      }});
}

}  // namespace assay::impls::faults

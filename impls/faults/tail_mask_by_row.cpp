// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault tail_mask_by_row() {
  return misreading_fault(
      "tail_mask_by_row",
      {.broken = "the last partial tile is masked by query row instead of by key",
       .source = "https://github.com/intel/sycl-tla/pull/813",
       .honest_twin = "tiled",
       .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
       .trigger = "a last tile of 16 keys that is not full, and a query row at or beyond its size in its own tile",
       .inside = "tq=16 tk=20 dk=4",
       .outside = "tq=16 tk=32 dk=4",
       .bug_class = "TAIL",
       .suspect = ""},
      {.rewrite = [](Problem& problem, Inputs& inputs) {
        const std::int64_t full = problem.extents.key_length / 16 * 16, rest = problem.extents.key_length - full;
        replace_mask(problem, inputs, [&](const RowPlace& row, std::int64_t key, bool visible) {
          return visible && (key < full || row.query % 16 < rest);
        });
      }});
}

}  // namespace assay::impls::faults

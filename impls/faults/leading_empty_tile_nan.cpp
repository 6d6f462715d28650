// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault leading_empty_tile_nan() {
  return slip_fault(
      "leading_empty_tile_nan",
      {.broken = "tiles without a visible key in front of the first one leave exp(-inf + inf) in the sums",
       .source = "https://github.com/pytorch/pytorch/issues/127055",
       .killers = {"reference", "key_permutation", "row_sums", "score_variance"},
       .trigger = "a first tile of 16 keys that is hidden from a row that sees a later key",
       .inside = "tq=2 tk=40 dk=4 mask=11qk masks=first-block",
       .outside = "tq=2 tk=40 dk=4 mask=11qk masks=holes",
       .bug_class = "MASK-ROW",
       .suspect = ""},
      {.guard_empty = false});
}

}  // namespace assay::impls::faults

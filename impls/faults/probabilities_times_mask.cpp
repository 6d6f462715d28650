// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {

Fault probabilities_times_mask() {
  return matrix_fault(
      "probabilities_times_mask",
      {.broken = "hidden keys take part in the softmax and are multiplied by 0 behind it: rows do not sum to 1",
       .source = "https://github.com/huggingface/transformers/pull/18139",
       .killers = {"reference", "padding_extension", "row_sums", "weights_recovered"},
       .trigger = "a row with both hidden and visible keys",
       .inside = "tq=3 tk=20 dk=4 mask=11qk",
       .outside = "tq=3 tk=20 dk=4 mask=11qk masks=all",
       .bug_class = "MASK-FINITE",
       .suspect = ""},
      {.hide_after_softmax = true, .supports = without_lse_and_sinks});
}

}  // namespace assay::impls::faults

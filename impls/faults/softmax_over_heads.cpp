// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {

Fault softmax_over_heads() {
  return matrix_fault("softmax_over_heads",
                      {.broken = "softmax runs over the heads",
                       .source = "https://github.com/FudanNLP/fastNLP/issues/254",
                       .killers = {"reference", "batch_head_independence", "row_sums", "duplicated_keys"},
                       .trigger = "more than one head or more than one key",
                       .inside = "hq=2 hkv=2 tq=2 tk=3 dk=4",
                       .outside = "hq=1 tq=2 tk=1 dk=4",
                       .bug_class = "AXIS",
                       .suspect = ""},
                      {.softmax =
                           [](HeadMatrices& m) {
                             const std::int64_t pairs = m.rows * m.columns;
                             for (std::int64_t pair = 0; pair < pairs; ++pair)
                               softmax_along(&m.numbers[static_cast<std::size_t>(pair)], m.heads, pairs);
                           },
                       .supports = without_lse_and_sinks});
}

}  // namespace assay::impls::faults

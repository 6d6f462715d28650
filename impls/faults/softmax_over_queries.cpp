// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {

Fault softmax_over_queries() {
  return matrix_fault("softmax_over_queries",
                      {.broken = "softmax runs over the queries instead of the keys",
                       .source = "https://github.com/labmlai/annotated_deep_learning_paper_implementations/issues/146",
                       .killers = {"reference", "row_sums", "duplicated_keys", "shift_invariance"},
                       .trigger = "more than one query or more than one key",
                       .inside = "tq=2 tk=3 dk=4",
                       .outside = "tq=1 tk=1 dk=4",
                       .bug_class = "AXIS",
                       .suspect = "softmax_over_queries"},
                      {.softmax =
                           [](HeadMatrices& m) {
                             for (std::int64_t h = 0; h < m.heads; ++h)
                               for (std::int64_t j = 0; j < m.columns; ++j)
                                 softmax_along(&m.at(h, 0, j), m.rows, m.columns);
                           },
                       .supports = without_lse_and_sinks});
}

}  // namespace assay::impls::faults

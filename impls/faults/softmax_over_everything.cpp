// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {

Fault softmax_over_everything() {
  return matrix_fault("softmax_over_everything",
                      {.broken = "softmax runs over queries and keys together",
                       .source = "https://github.com/nntrainer/nntrainer/pull/430",
                       .killers = {"reference", "row_sums", "shift_invariance", "convex_hull"},
                       .trigger = "more than one query",
                       .inside = "tq=2 tk=3 dk=4",
                       .outside = "tq=1 tk=3 dk=4",
                       .bug_class = "AXIS",
                       .suspect = ""},
                      {.softmax =
                           [](HeadMatrices& m) {
                             for (std::int64_t h = 0; h < m.heads; ++h)
                               softmax_along(&m.at(h, 0, 0), m.rows * m.columns, 1);
                           },
                       .supports = without_lse_and_sinks});
}

}  // namespace assay::impls::faults

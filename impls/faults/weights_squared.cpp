// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/whole_matrix.hpp"

namespace assay::impls::faults {
namespace {

/// Hidden keys, whose weight is 0, keep it.
void softmax_again(float* weights, std::int64_t count) {
  for (std::int64_t j = 0; j < count; ++j)
    if (weights[j] == 0) weights[j] = -INFINITY;
  softmax_along(weights, count, 1);
}

}  // namespace

Fault weights_squared() {
  return matrix_fault("weights_squared",
                      {.broken = "the softmax of the scores goes through the softmax once more",
                       .source = "https://github.com/zyy-2001/DisKT/issues/6",
                       .killers = {"reference", "duplicated_keys", "score_variance", "weights_recovered"},
                       .trigger = "any row with more than one visible key and weights that differ",
                       .inside = "tq=2 tk=5 dk=4",
                       .outside = "tq=2 tk=5 dk=4 scores=zero",
                       .bug_class = "AXIS",
                       .suspect = ""},
                      {.weights =
                           [](const Problem&, const Inputs&, HeadMatrices& m) {
                             for (std::int64_t h = 0; h < m.heads; ++h)
                               for (std::int64_t i = 0; i < m.rows; ++i) softmax_again(&m.at(h, i, 0), m.columns);
                           },
                       .supports = without_lse_and_sinks});
}

}  // namespace assay::impls::faults

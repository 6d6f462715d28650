// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault query_heads_and_length_exchanged() {
  return misreading_fault("query_heads_and_length_exchanged",
                          {.broken = "queries are read as (batch, length, head, feature)",
                           .source = "https://github.com/jax-ml/jax/issues/35916",
                           .honest_twin = "tiled",
                           .killers = {"reference", "batch_head_independence", "score_variance", "weights_recovered"},
                           .trigger = "more than one query and more than one head",
                           .inside = "hq=3 hkv=3 tq=4 tk=5 dk=4",
                           .outside = "hq=1 tq=4 tk=5 dk=4",
                           .bug_class = "STRIDE",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const std::int64_t heads = problem.extents.query_heads,
                                               length = problem.extents.query_length;
                            inputs.query = rearranged(inputs.query, [&](const Index4& to) {
                              const std::int64_t n = to[2] * heads + to[1];
                              return Index4{to[0], n / length, n % length, to[3]};
                            });
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault lse_in_order_of_queries() {
  return misreading_fault("lse_in_order_of_queries",
                          {.broken = "the log-sum-exp is written in the order (query, head)",
                           .source = "https://github.com/vllm-project/flash-attention/pull/87",
                           .honest_twin = "tiled",
                           .killers = {"reference", "batch_head_independence", "shift_invariance"},
                           .trigger = "the log-sum-exp asked for, of more than one query and head",
                           .inside = "hq=3 hkv=3 tq=4 tk=5 dk=4 lse=1",
                           .outside = "hq=1 tq=4 tk=5 dk=4 lse=1",
                           .bug_class = "LSE",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            const std::int64_t heads = problem.extents.query_heads,
                                               queries = problem.extents.query_length;
                            if (problem.lse)
                              outputs.lse = rearranged(*outputs.lse, [&](const Index4& to) {
                                const std::int64_t n = to[1] * queries + to[2];
                                return Index4{to[0], n % heads, n / heads, 0};
                              });
                          }});
}

}  // namespace assay::impls::faults

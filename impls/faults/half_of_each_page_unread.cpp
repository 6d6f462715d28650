// SPDX-License-Identifier: Apache-2.0
#include "impls/misreading.hpp"

namespace assay::impls::faults {

Fault half_of_each_page_unread() {
  return misreading_fault("half_of_each_page_unread",
                          {.broken = "of every 32 keys only the first 16 are read",
                           .source = "https://github.com/vllm-project/vllm/pull/438",
                           .honest_twin = "tiled",
                           .killers = {"reference", "key_permutation", "duplicated_keys", "score_variance"},
                           .trigger = "more than 16 keys",
                           .inside = "tq=2 tk=20 dk=4",
                           .outside = "tq=2 tk=16 dk=4",
                           .bug_class = "PAGED",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            replace_mask(problem, inputs, [](const RowPlace&, std::int64_t key, bool visible) {
                              return visible && key % 32 < 16;
                            });
                          }});
}

}  // namespace assay::impls::faults

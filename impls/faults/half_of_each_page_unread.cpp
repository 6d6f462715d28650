// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault half_of_each_page_unread() {
  return misreading_fault("half_of_each_page_unread",
                          {.broken = "of every 16 keys only the first 8 are read",
                           .source = "https://github.com/vllm-project/vllm/pull/438",
                           .honest_twin = "tiled",
                           .killers = {"reference", "key_permutation", "duplicated_keys", "score_variance"},
                           .trigger = "more than 8 keys",
                           .inside = "tq=2 tk=20 dk=4",
                           .outside = "tq=2 tk=8 dk=4",
                           .bug_class = "PAGED",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            replace_mask(problem, inputs, [](const RowPlace&, std::int64_t key, bool visible) {
                              return visible && key % 16 < 8;
                            });
                          }});
}

}  // namespace assay::impls::faults

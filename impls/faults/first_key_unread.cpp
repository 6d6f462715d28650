// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault first_key_unread() {
  return misreading_fault("first_key_unread",
                          {.broken = "the loop over keys starts at the second",
                           .source = "https://github.com/lightseekorg/tokenspeed/pull/578",
                           .honest_twin = "tiled",
                           .killers = {"reference", "key_permutation", "duplicated_keys", "score_variance"},
                           .trigger = "a row that sees the first key",
                           .inside = "tq=2 tk=5 dk=4",
                           .outside = "tq=2 tk=40 dk=4 mask=11qk masks=first-block",
                           .bug_class = "TAIL",
                           .suspect = "first_key_dropped"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            replace_mask(problem, inputs, [](const RowPlace&, std::int64_t key, bool visible) {
                              return visible && key > 0;
                            });
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault last_key_unread() {
  return misreading_fault("last_key_unread",
                          {.broken = "the loop over keys ends one early",
                           .source = "https://github.com/NVIDIA/TransformerEngine/issues/3331",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                           .trigger = "a row that sees the last key and another one",
                           .inside = "tq=2 tk=5 dk=4",
                           .outside = "tq=2 tk=5 dk=4 causal=top-left",
                           .bug_class = "TAIL",
                           .suspect = "last_key_dropped"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            replace_mask(problem, inputs, [&](const RowPlace&, std::int64_t key, bool visible) {
                              return visible && key + 1 < problem.extents.key_length;
                            });
                          }});
}

}  // namespace assay::impls::faults

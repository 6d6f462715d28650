// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault values_one_key_late() {
  return misreading_fault("values_one_key_late",
                          {.broken = "each weight meets the value of the next key",
                           .source = "https://github.com/tanishqkumar/ssd/pull/22",
                           .honest_twin = "tiled",
                           .killers = {"reference", "key_permutation", "duplicated_keys", "weights_recovered"},
                           .trigger = "more than one key",
                           .inside = "tq=2 tk=5 dk=4",
                           .outside = "tq=2 tk=1 dk=4",
                           .bug_class = "LAYOUT",
                           .suspect = "keys_values_shifted"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            inputs.value = rearranged(inputs.value, [&](const Index4& to) {
                              return Index4{to[0], to[1], (to[2] + 1) % problem.extents.key_length, to[3]};
                            });
                          }});
}

}  // namespace assay::impls::faults

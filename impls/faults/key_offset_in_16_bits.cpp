// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault key_offset_in_16_bits() {
  return misreading_fault("key_offset_in_16_bits",
                          {.broken = "the offset of a key row is a signed 16-bit number and starts again at 32768",
                           .source = "https://github.com/facebookresearch/xformers/issues/719",
                           .honest_twin = "tiled",
                           .killers = {"reference", "key_permutation", "duplicated_keys", "shift_invariance"},
                           .trigger = "key length times head size above 32768",
                           .inside = "tq=2 tk=520 dk=64",
                           .outside = "tq=2 tk=500 dk=64",
                           .bug_class = "IDX-OVF",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const std::int64_t width = problem.extents.head_dim;
                            inputs.key = rearranged(inputs.key, [&](const Index4& to) {
                              const std::int64_t n = (to[2] * width + to[3]) % 32768;
                              return Index4{to[0], to[1], n / width, n % width};
                            });
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault mask_index_in_8_bits() {
  return misreading_fault("mask_index_in_8_bits",
                          {.broken = "a mask's key index is an 8-bit number: key 256 takes the mask of key 0",
                           .source = "https://github.com/NVIDIA-NeMo/Automodel/pull/3802",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                           .trigger = "a boolean mask over more than 256 keys",
                           .inside = "tq=2 tk=300 dk=4 mask=11qk",
                           .outside = "tq=2 tk=200 dk=4 mask=11qk",
                           .bug_class = "IDX-OVF",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (problem.mask)
                              inputs.mask = rearranged(*inputs.mask, [](const Index4& to) {
                                return Index4{to[0], to[1], to[2], to[3] % 256};
                              });
                          }});
}

}  // namespace assay::impls::faults

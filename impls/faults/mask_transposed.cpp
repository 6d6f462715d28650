// SPDX-License-Identifier: Apache-2.0
#include "impls/misreading.hpp"

namespace assay::impls::faults {

Fault mask_transposed() {
  return misreading_fault("mask_transposed",
                          {.broken = "a (query, key) mask is read in the order (key, query)",
                           .source = "https://github.com/cs231n/cs231n.github.io/issues/279",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                           .trigger = "a boolean mask with queries and keys, more than one of each",
                           .inside = "tq=5 tk=7 dk=4 mask=11qk",
                           .outside = "tq=1 tk=20 dk=4 mask=11qk",
                           .bug_class = "MASK-BCAST",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (!problem.mask) return;
                            const Index4 e = inputs.mask->extents();
                            inputs.mask = rearranged(*inputs.mask, [&](const Index4& to) {
                              const std::int64_t n = to[3] * e[2] + to[2];
                              return Index4{to[0], to[1], n / e[3], n % e[3]};
                            });
                          }});
}

}  // namespace assay::impls::faults

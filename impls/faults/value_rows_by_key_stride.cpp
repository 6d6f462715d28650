// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault value_rows_by_key_stride() {
  return misreading_fault("value_rows_by_key_stride",
                          {.broken = "value rows are found by the length of a key row",
                           .source = "https://github.com/ROCm/pytorch/issues/3230",
                           .honest_twin = "tiled",
                           .killers = {"reference", "key_permutation", "duplicated_keys", "shift_invariance"},
                           .trigger = "a value size other than the head size, and more than one key",
                           .inside = "tq=2 tk=5 dk=4 dv=6",
                           .outside = "tq=2 tk=5 dk=4 dv=4",
                           .bug_class = "STRIDE",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const std::int64_t width = problem.extents.value_dim,
                                               count = problem.extents.key_length * width;
                            inputs.value = rearranged(inputs.value, [&](const Index4& to) {
                              const std::int64_t n = (to[2] * problem.extents.head_dim + to[3]) % count;
                              return Index4{to[0], to[1], n / width, n % width};
                            });
                          }});
}

}  // namespace assay::impls::faults

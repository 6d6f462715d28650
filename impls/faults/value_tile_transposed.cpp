// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault value_tile_transposed() {
  return misreading_fault("value_tile_transposed",
                          {.broken = "full tiles of 16 by 16 values are read transposed",
                           .source = "https://github.com/Xilinx/mlir-air/pull/1438",
                           .honest_twin = "tiled",
                           .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                           .trigger = "at least 16 keys and a value size of at least 16",
                           .inside = "tq=2 tk=20 dk=4 dv=20",
                           .outside = "tq=2 tk=20 dk=4 dv=15",
                           .bug_class = "LAYOUT",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const std::int64_t rows = problem.extents.key_length / 16 * 16,
                                               columns = problem.extents.value_dim / 16 * 16;
                            inputs.value = rearranged(inputs.value, [&](const Index4& to) {
                              if (to[2] >= rows || to[3] >= columns) return to;
                              return Index4{to[0], to[1], to[2] / 16 * 16 + to[3] % 16, to[3] / 16 * 16 + to[2] % 16};
                            });
                          }});
}

}  // namespace assay::impls::faults

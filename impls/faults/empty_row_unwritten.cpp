// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault empty_row_unwritten() {
  return misreading_fault("empty_row_unwritten",
                          {.broken = "rows that see no key are skipped and left as the memory was",
                           .source = "https://github.com/sgl-project/sglang/pull/19902",
                           .honest_twin = "tiled",
                           .killers = {"reference", "mask_broadcast", "repeatable", "strides"},
                           .trigger = "a row that sees no key",
                           .inside = "tq=3 tk=4 dk=4 mask=11qk masks=empty-row",
                           .outside = "tq=3 tk=4 dk=4 mask=11qk masks=holes",
                           .bug_class = "UNINIT",
                           .suspect = "empty_row_other"},
                          {.spoil = [](const Problem& problem, const Inputs& inputs, Outputs& outputs) {
                            RowKeys keys;
                            const std::uint64_t unwritten = unwritten_bits(problem.out);
                            for_each_index(outputs.out.extents(), [&](const Index4& at) {
                              if (at[3] == 0) find_keys(problem, inputs, {at[0], at[1], at[2]}, keys);
                              if (keys.count() == 0) outputs.out.set_bits(at, unwritten);
                            });
                          }});
}

}  // namespace assay::impls::faults

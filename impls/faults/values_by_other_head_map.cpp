// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault values_by_other_head_map() {
  return misreading_fault("values_by_other_head_map",
                          {.broken = "keys are read by the head map asked for, values by the other one",
                           .source = "https://github.com/quantumaikr/quant.cpp/issues/61",
                           .honest_twin = "tiled",
                           .killers = {"reference", "grouped_heads", "convex_hull", "saturation"},
                           .trigger = "more than one key head and more query heads than key heads",
                           .inside = "hq=4 hkv=2 tq=2 tk=3 dk=2",
                           .outside = "hq=4 hkv=1 tq=2 tk=3 dk=2",
                           .bug_class = "HEADMAP",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const Tensor value = inputs.value;
                            const std::int64_t heads = problem.extents.key_heads,
                                               group = problem.extents.query_heads / heads;
                            const bool grouped = problem.convention.head_map == HeadMap::Grouped;
                            read_key_heads(problem, inputs, [](const Problem& asked, std::int64_t head) {
                              return key_head_of(asked, head);
                            });
                            for_each_index(inputs.value.extents(), [&](const Index4& to) {
                              const std::int64_t head = grouped ? to[1] % heads : to[1] / group;
                              inputs.value.set_bits(to, value.bits({to[0], head, to[2], to[3]}));
                            });
                          }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault head_ratio_rounded_up() {
  return misreading_fault(
      "head_ratio_rounded_up",
      {.broken = "the number of query heads to a key head is rounded up to a power of two",
       .source = "https://github.com/apache/tvm/pull/17466",
       .honest_twin = "tiled",
       .killers = {"reference", "grouped_heads", "convex_hull", "weights_recovered"},
       .trigger = "more than one key head, and a ratio of heads that is no power of two",
       .inside = "hq=6 hkv=2 tq=2 tk=3 dk=2",
       .outside = "hq=8 hkv=2 tq=2 tk=3 dk=2",
       .bug_class = "HEADMAP",
       .suspect = ""},
      {.rewrite =
           [](Problem& problem, Inputs& inputs) {
             read_key_heads(problem, inputs, [](const Problem& asked, std::int64_t head) {
               const auto ratio = static_cast<std::uint64_t>(asked.extents.query_heads / asked.extents.key_heads);
               return head / static_cast<std::int64_t>(std::bit_ceil(ratio));
             });
           },
       .supports =
           [](const Problem& problem) {
             return problem.convention.head_map == HeadMap::Grouped ? Support::yes()
                                                                    : Support::no("heads go in groups");
           }});
}

}  // namespace assay::impls::faults

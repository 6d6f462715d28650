// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault heads_counted_by_square_groups() {
  return misreading_fault(
      "heads_counted_by_square_groups",
      {.broken = "heads are counted as if there were as many key heads as query heads to each: some are computed "
                 "twice, others never",
       .source = "https://github.com/HazyResearch/HipKittens/pull/22",
       .honest_twin = "tiled",
       .killers = {"reference", "repeatable", "strides", "stateless"},
       .trigger = "more query heads to a key head than there are key heads, or fewer but more than one",
       .inside = "hq=6 hkv=2 tq=2 tk=3 dk=2",
       .outside = "hq=4 hkv=2 tq=2 tk=3 dk=2",
       .bug_class = "HEADMAP",
       .suspect = ""},
      {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
        const std::int64_t group = problem.extents.query_heads / problem.extents.key_heads;
        std::vector<bool> written(static_cast<std::size_t>(problem.extents.query_heads));
        for (std::int64_t n = 0; n < problem.extents.query_heads; ++n)
          if (const std::int64_t head = n % group * group + n / group; head < problem.extents.query_heads)
            written[static_cast<std::size_t>(head)] = true;
        const std::uint64_t unwritten = unwritten_bits(problem.out);
        for_each_index(outputs.out.extents(), [&](const Index4& at) {
          if (!written[static_cast<std::size_t>(at[1])]) outputs.out.set_bits(at, unwritten);
        });
      }});
}

}  // namespace assay::impls::faults

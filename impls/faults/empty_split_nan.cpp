// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault empty_split_nan() {
  return slip_fault("empty_split_nan",
                    {.broken = "a range of keys without a visible one is NaN, and 0 times NaN reaches the sum",
                     .source = "https://github.com/ROCm/aiter/pull/4711",
                     .killers = {"reference", "row_sums", "score_variance", "convex_hull"},
                     .trigger = "four ranges of keys of which one holds no visible key",
                     .inside = "tq=2 tk=3 dk=4",
                     .outside = "tq=2 tk=8 dk=4",
                     .bug_class = "SPLIT",
                     .suspect = ""},
                    {.splits = 4, .merge = [](const std::vector<OnlineState>& states) {
                       OnlineState merged = merge_states(states);
                       for (const OnlineState& state : states)
                         for (float& element : merged.out) element += 0 * (state.out[0] / state.sum);
                       return merged;
                     }});
}

}  // namespace assay::impls::faults

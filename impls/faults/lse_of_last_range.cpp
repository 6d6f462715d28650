// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault lse_of_last_range() {
  return slip_fault("lse_of_last_range",
                    {.broken = "the log-sum-exp is that of the last of four ranges of keys",
                     .source = "https://github.com/zhuzilin/ring-flash-attention/issues/20",
                     .killers = {"reference", "padding_extension", "key_permutation"},
                     .trigger = "the log-sum-exp asked for, of keys in more than one range",
                     .inside = "tq=2 tk=8 dk=4 lse=1",
                     .outside = "tq=2 tk=1 dk=4 lse=1",
                     .bug_class = "LSE",
                     .suspect = ""},
                    {.splits = 4, .merge = [](const std::vector<OnlineState>& states) {
                       OnlineState merged = merge_states(states), last = merged;
                       for (const OnlineState& state : states)
                         if (state.sum > 0) last = state;
                       for (float& element : merged.out) element *= last.sum / merged.sum;
                       return OnlineState{last.max, last.sum, merged.out};
                     }});
}

}  // namespace assay::impls::faults

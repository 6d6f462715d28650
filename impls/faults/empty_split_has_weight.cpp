// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault empty_split_has_weight() {
  return slip_fault("empty_split_has_weight",
                    {.broken = "a range of keys without a visible one counts with a log-sum-exp of 0",
                     .source = "https://github.com/pegainfer-project/pegainfer/pull/21",
                     .killers = {"reference", "padding_extension", "row_sums", "duplicated_keys"},
                     .trigger = "four ranges of keys of which one holds no visible key",
                     .inside = "tq=2 tk=3 dk=4",
                     .outside = "tq=2 tk=8 dk=4",
                     .bug_class = "SPLIT",
                     .suspect = ""},
                    {.splits = 4, .merge = [](const std::vector<OnlineState>& states) {
                       std::vector<OnlineState> counted = states;
                       for (OnlineState& state : counted)
                         if (state.max == -INFINITY) state = {0, 1, state.out};
                       return merge_states(counted);
                     }});
}

}  // namespace assay::impls::faults

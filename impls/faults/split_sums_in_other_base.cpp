// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault split_sums_in_other_base() {
  return slip_fault("split_sums_in_other_base",
                    {.broken = "the ranges' log-sum-exps are in base 2 and read as natural ones",
                     .source = "https://github.com/flashinfer-ai/flashinfer/issues/4485",
                     .killers = {"reference", "padding_extension", "key_permutation", "duplicated_keys"},
                     .trigger = "four ranges of keys whose sums differ",
                     .inside = "tq=2 tk=9 dk=4",
                     .outside = "tq=2 tk=8 dk=4 scores=zero",
                     .bug_class = "SPLIT",
                     .suspect = ""},
                    {.splits = 4, .merge = [](const std::vector<OnlineState>& states) {
                       std::vector<OnlineState> read = states;
                       for (OnlineState& state : read) {
                         if (state.sum == 0) continue;
                         const float lse = (state.max + std::log(state.sum)) * std::numbers::log2e_v<float>;
                         for (float& element : state.out) element /= state.sum;
                         state = {lse, 1, state.out};
                       }
                       return merge_states(read);
                     }});
}

}  // namespace assay::impls::faults

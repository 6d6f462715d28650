// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault split_outputs_in_bfloat() {
  return slip_fault("split_outputs_in_bfloat",
                    {.broken = "each of four ranges of keys hands over its output in bf16",
                     .source = "https://github.com/zhuzilin/ring-flash-attention/issues/22",
                     .killers = {"reference", "linear_in_value", "padding_extension", "key_permutation"},
                     .trigger = "outputs of ranges that 8 bits do not hold",
                     .inside = "tq=2 tk=9 dk=4",
                     .outside = "tq=2 tk=8 dk=4 values=constant",
                     .bug_class = "ROUND",
                     .suspect = ""},
                    {.splits = 4, .merge = [](const std::vector<OnlineState>& states) {
                       std::vector<OnlineState> handed = states;
                       for (OnlineState& state : handed)
                         for (float& element : state.out)
                           element = state.sum > 0 ? to_bfloat(element / state.sum) * state.sum : 0;
                       return merge_states(handed);
                     }});
}

}  // namespace assay::impls::faults

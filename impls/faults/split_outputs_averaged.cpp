// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault split_outputs_averaged() {
  return slip_fault("split_outputs_averaged",
                    {.broken = "the outputs of four ranges of keys are averaged without regard to their sums",
                     .source = "https://github.com/sgl-project/sglang/issues/2465",
                     .killers = {"reference", "padding_extension", "key_permutation", "row_sums"},
                     .trigger = "ranges whose sums differ",
                     .inside = "tq=2 tk=9 dk=4",
                     .outside = "tq=2 tk=8 dk=4 scores=zero",
                     .bug_class = "SPLIT",
                     .suspect = ""},
                    {.splits = 4, .merge = [](const std::vector<OnlineState>& states) {
                       OnlineState merged = merge_states(states);
                       const float share = merged.sum / static_cast<float>(states.size());
                       for (std::size_t c = 0; c < merged.out.size(); ++c) {
                         merged.out[c] = 0;
                         for (const OnlineState& state : states)
                           merged.out[c] += state.sum > 0 ? share * state.out[c] / state.sum : 0;
                       }
                       return merged;
                     }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault lse_without_maximum() {
  return slip_fault("lse_without_maximum",
                    {.broken = "the log-sum-exp is the logarithm of the row sum, the maximum is not added",
                     .source = "https://github.com/Dao-AILab/flash-attention/issues/404",
                     .killers = {"reference", "shift_invariance"},
                     .trigger = "the log-sum-exp asked for, of scores whose maximum is not 0",
                     .inside = "tq=2 tk=5 dk=4 lse=1",
                     .outside = "tq=2 tk=5 dk=4 lse=1 scores=zero",
                     .bug_class = "LSE",
                     .suspect = ""},
                    {.lse = [](const OnlineState& state) { return std::log(state.sum); }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault lse_maximum_only() {
  return slip_fault("lse_maximum_only",
                    {.broken = "the log-sum-exp is the row maximum",
                     .source = "https://github.com/Dao-AILab/flash-attention/issues/99",
                     .killers = {"reference", "duplicated_keys"},
                     .trigger = "the log-sum-exp asked for, of more than one visible key",
                     .inside = "tq=2 tk=5 dk=4 lse=1",
                     .outside = "tq=2 tk=1 dk=4 lse=1",
                     .bug_class = "LSE",
                     .suspect = "lse_maximum_only"},
                    {.lse = [](const OnlineState& state) { return state.max; }});
}

}  // namespace assay::impls::faults

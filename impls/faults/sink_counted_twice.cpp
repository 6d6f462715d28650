// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault sink_counted_twice() {
  return slip_fault("sink_counted_twice",
                    {.broken = "the sink counts once in each of two ranges of keys",
                     .source = "https://github.com/ROCm/rocm-libraries/pull/12229",
                     .killers = {"reference", "row_sums", "weights_recovered"},
                     .trigger = "a sink",
                     .inside = "tq=2 tk=5 dk=4 sinks=1",
                     .outside = "tq=2 tk=5 dk=4",
                     .bug_class = "SINK",
                     .suspect = ""},
                    {.sinks = 2});
}

}  // namespace assay::impls::faults

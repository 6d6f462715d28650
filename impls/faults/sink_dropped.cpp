// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault sink_dropped() {
  return slip_fault("sink_dropped",
                    {.broken = "the sink does not count in the denominator",
                     .source = "https://github.com/vllm-project/vllm/pull/52156",
                     .killers = {"reference", "row_sums", "weights_recovered", "linear_in_value"},
                     .trigger = "a sink",
                     .inside = "tq=2 tk=5 dk=4 sinks=1",
                     .outside = "tq=2 tk=5 dk=4",
                     .bug_class = "SINK",
                     .suspect = "sink_dropped"},
                    {.sinks = 0});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault sink_in_base_two() {
  return slip_fault("sink_in_base_two",
                    {.broken = "scores are in base 2, the sink's logit is not",
                     .source = "https://github.com/kekzl/imp/issues/1303",
                     .killers = {"reference", "row_sums", "weights_recovered"},
                     .trigger = "a sink whose logit is not 0",
                     .inside = "tq=2 tk=5 dk=4 sinks=1",
                     .outside = "tq=2 tk=5 dk=4",
                     .bug_class = "SINK",
                     .suspect = ""},
                    {.sink = [](float logit) { return logit * std::numbers::ln2_v<float>; }});
}

}  // namespace assay::impls::faults

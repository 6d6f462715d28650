// SPDX-License-Identifier: Apache-2.0
#include "properties/diagnosis/suspect_tools.hpp"

namespace assay::properties::suspects {

Suspect sink_dropped() {
  return {.name = "sink_dropped",
          .claim = "the sink is left out of the denominator",
          .source = "https://github.com/vllm-project/vllm/pull/52156",
          .rewrite = [](Problem& problem, Inputs& inputs, int) {
            if (!problem.sinks) return false;
            problem.sinks = false;
            inputs.sinks.reset();
            return true;
          }};
}

}  // namespace assay::properties::suspects

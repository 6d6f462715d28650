// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault probabilities_saturate() {
  return slip_fault(
      "probabilities_saturate",
      {.broken = "weights are scaled by 4096 before they go to 8 bits, and saturate at 448",
       .source = "https://github.com/Dao-AILab/flash-attention/issues/2577",
       .killers = {"reference", "score_variance", "weights_recovered"},
       .trigger = "weights above a tenth of the largest that are not equal",
       .inside = "tq=2 tk=5 dk=4",
       .outside = "tq=2 tk=5 dk=4 scores=zero",
       .bug_class = "QUANT",
       .suspect = ""},
      {.weight = [](float score, float maximum) { return std::min(4096 * std::exp(score - maximum), 448.0f) / 4096; }});
}

}  // namespace assay::impls::faults

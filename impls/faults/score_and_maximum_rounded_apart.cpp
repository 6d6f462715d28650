// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault score_and_maximum_rounded_apart() {
  return slip_fault(
      "score_and_maximum_rounded_apart",
      {.broken = "the maximum is rounded to base 2 before it is subtracted, the score is not: their difference is no "
                 "longer 0",
       .source = "https://github.com/ROCm/aotriton/issues/54",
       .killers = {"reference", "row_sums", "convex_hull", "weights_recovered"},
       .trigger = "scores so large that half a unit of them is above 127",
       .inside = "tq=1 tk=1 dk=4 scores=offset:1e12",
       .outside = "tq=1 tk=1 dk=4",
       .harmless_below = 1e4,  // and far above, as long as nothing overflows
       .bug_class = "OVERFLOW",
       .suspect = "no_maximum"},
      {.weight = [](float score, float maximum) {
        return std::exp2(std::fma(score, std::numbers::log2e_v<float>, -(maximum * std::numbers::log2e_v<float>)));
      }});
}

}  // namespace assay::impls::faults

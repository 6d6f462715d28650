// SPDX-License-Identifier: Apache-2.0
#include "impls/support/score.hpp"
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault softcap_before_scale() {
  return slip_fault("softcap_before_scale",
                    {.broken = "the dot product is capped before it is scaled",
                     .source = "https://github.com/vllm-project/vllm/pull/7425",
                     .killers = {"reference", "weights_recovered"},
                     .trigger = "a soft cap with a scale other than 1",
                     .inside = "tq=2 tk=5 dk=4 softcap=1",
                     .outside = "tq=2 tk=5 dk=4 softcap=1 scale=1",
                     .bug_class = "SOFTCAP",
                     .suspect = ""},
                    {.score = [](const Problem& problem, float dot, float term) {
                      if (!problem.softcap) return cpu::Score<float>(problem)(dot, term);
                      const float cap = static_cast<float>(*problem.softcap);
                      return static_cast<float>(scale_value(problem)) * cap * std::tanh(dot / cap) + term;
                    }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/support/score.hpp"
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault softcap_times_score() {
  return slip_fault("softcap_times_score",
                    {.broken = "the soft cap is s tanh(s/c) in the place of c tanh(s/c)",
                     .source = "https://github.com/Dao-AILab/flash-attention/pull/2402",
                     .killers = {"reference", "weights_recovered"},
                     .trigger = "a soft cap",
                     .inside = "tq=2 tk=5 dk=4 softcap=1",
                     .outside = "tq=2 tk=5 dk=4",
                     .bug_class = "SOFTCAP",
                     .suspect = ""},
                    {.score = [](const Problem& problem, float dot, float term) {
                      if (!problem.softcap) return cpu::Score<float>(problem)(dot, term);
                      const float scaled = static_cast<float>(scale_value(problem)) * dot;
                      return scaled * std::tanh(scaled / static_cast<float>(*problem.softcap)) + term;
                    }});
}

}  // namespace assay::impls::faults

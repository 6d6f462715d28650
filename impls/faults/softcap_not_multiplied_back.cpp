// SPDX-License-Identifier: Apache-2.0
#include "impls/support/score.hpp"
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault softcap_not_multiplied_back() {
  return slip_fault("softcap_not_multiplied_back",
                    {.broken = "the soft cap is tanh(s/c) in the place of c tanh(s/c)",
                     .source = "https://github.com/flashinfer-ai/flashinfer/issues/1193",
                     .killers = {"reference", "weights_recovered"},
                     .trigger = "a soft cap other than 1",
                     .inside = "tq=2 tk=5 dk=4 softcap=5",
                     .outside = "tq=2 tk=5 dk=4 softcap=1",
                     .bug_class = "SOFTCAP",
                     .suspect = ""},
                    {.score = [](const Problem& problem, float dot, float term) {
                      if (!problem.softcap) return cpu::Score<float>(problem)(dot, term);
                      return std::tanh(static_cast<float>(scale_value(problem) / *problem.softcap) * dot) + term;
                    }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/support/score.hpp"
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault visible_scores_plus_one() {
  return slip_fault("visible_scores_plus_one",
                    {.broken = "the causal mask adds 1 where it shows a key: only the log-sum-exp can tell",
                     .source = "https://github.com/tinygrad/tinygrad/pull/2425",
                     .killers = {"reference"},
                     .trigger = "causal with the log-sum-exp asked for",
                     .inside = "tq=3 tk=3 dk=4 causal=top-left lse=1",
                     .outside = "tq=3 tk=3 dk=4 lse=1",
                     .bug_class = "MASK-FINITE",
                     .suspect = ""},
                    {.score = [](const Problem& problem, float dot, float term) {
                      return cpu::Score<float>(problem)(dot, term) + (problem.causal ? 1.0f : 0.0f);
                    }});
}

}  // namespace assay::impls::faults

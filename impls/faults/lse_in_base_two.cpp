// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault lse_in_base_two() {
  return misreading_fault("lse_in_base_two",
                          {.broken = "the log-sum-exp is in base 2 where a natural one is asked for",
                           .source = "https://github.com/flashinfer-ai/flashinfer/issues/4485",
                           .honest_twin = "tiled",
                           .killers = {"reference", "duplicated_keys", "shift_invariance"},
                           .trigger = "the natural log-sum-exp asked for",
                           .inside = "tq=2 tk=5 dk=4 lse=1",
                           .outside = "tq=2 tk=5 dk=4 lse=1 lse_base=2",
                           .bug_class = "LSE",
                           .suspect = "lse_base_two"},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.convention.lse_base = LseBase::Two; }});
}

}  // namespace assay::impls::faults

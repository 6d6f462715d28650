// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault lse_natural() {
  return misreading_fault("lse_natural",
                          {.broken = "the log-sum-exp is natural where one in base 2 is asked for",
                           .source = "https://github.com/flashinfer-ai/flashinfer/pull/2114",
                           .honest_twin = "tiled",
                           .killers = {"reference", "duplicated_keys", "shift_invariance"},
                           .trigger = "the log-sum-exp in base 2 asked for",
                           .inside = "tq=2 tk=5 dk=4 lse=1 lse_base=2",
                           .outside = "tq=2 tk=5 dk=4 lse=1",
                           .bug_class = "LSE",
                           .suspect = "lse_natural"},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.convention.lse_base = LseBase::E; }});
}

}  // namespace assay::impls::faults

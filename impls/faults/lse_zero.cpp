// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault lse_zero() {
  return misreading_fault("lse_zero",
                          {.broken = "the log-sum-exp is 0 everywhere",
                           .source = "https://github.com/meta-pytorch/attention-gym/issues/37",
                           .honest_twin = "tiled",
                           .killers = {"reference", "duplicated_keys", "shift_invariance"},
                           .trigger = "the log-sum-exp asked for",
                           .inside = "tq=2 tk=5 dk=4 lse=1",
                           .outside = "tq=2 tk=5 dk=4",
                           .bug_class = "LSE",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            if (problem.lse)
                              for_each_index(outputs.lse->extents(),
                                             [&](const Index4& at) { outputs.lse->set(at, 0); });
                          }});
}

}  // namespace assay::impls::faults

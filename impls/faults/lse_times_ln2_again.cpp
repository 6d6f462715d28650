// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault lse_times_ln2_again() {
  return misreading_fault("lse_times_ln2_again",
                          {.broken = "the natural log-sum-exp is multiplied by ln 2 as if it were in base 2",
                           .source = "https://github.com/pytorch/pytorch/issues/181645",
                           .honest_twin = "tiled",
                           .killers = {"reference", "duplicated_keys", "shift_invariance"},
                           .trigger = "the natural log-sum-exp asked for",
                           .inside = "tq=2 tk=5 dk=4 lse=1",
                           .outside = "tq=2 tk=5 dk=4 lse=1 lse_base=2",
                           .bug_class = "LSE",
                           .suspect = ""},
                          {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
                            if (problem.lse && problem.convention.lse_base == LseBase::E)
                              for_each_index(outputs.lse->extents(), [&](const Index4& at) {
                                outputs.lse->set(at, outputs.lse->get(at) * std::numbers::ln2);
                              });
                          }});
}

}  // namespace assay::impls::faults

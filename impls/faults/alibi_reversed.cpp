// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault alibi_reversed() {
  return misreading_fault("alibi_reversed",
                          {.broken = "ALiBi is added in the place of being subtracted",
                           .source = "https://github.com/meta-pytorch/attention-gym/pull/86",
                           .honest_twin = "tiled",
                           .killers = {"reference", "weights_recovered"},
                           .trigger = "ALiBi with more than one visible key",
                           .inside = "tq=2 tk=5 dk=4 alibi=1",
                           .outside = "tq=2 tk=5 dk=4",
                           .bug_class = "ALIBI",
                           .suspect = "alibi_reversed"},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            if (!problem.alibi) return;
                            for (std::int64_t h = 0; h < problem.extents.query_heads; ++h)
                              inputs.alibi_slopes->set({0, h, 0, 0}, -inputs.alibi_slopes->get({0, h, 0, 0}));
                          }});
}

}  // namespace assay::impls::faults

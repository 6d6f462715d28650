// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault head_size_rounded_down() {
  return misreading_fault("head_size_rounded_down",
                          {.broken = "features beyond the last multiple of 16 are not multiplied",
                           .source = "https://github.com/flashinfer-ai/flashinfer/issues/4299",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a head size above 16 that is no multiple of it",
                           .inside = "tq=2 tk=5 dk=24",
                           .outside = "tq=2 tk=5 dk=32",
                           .bug_class = "HEADDIM",
                           .suspect = ""},
                          {.rewrite = [](Problem& problem, Inputs& inputs) {
                            const std::int64_t used = problem.extents.head_dim / 16 * 16;
                            if (used == 0) return;
                            for_each_index(inputs.query.extents(), [&](const Index4& at) {
                              if (at[3] >= used) inputs.query.set(at, 0);
                            });
                          }});
}

}  // namespace assay::impls::faults

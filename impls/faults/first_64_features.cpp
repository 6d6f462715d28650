// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault first_64_features() {
  return misreading_fault("first_64_features",
                          {.broken = "only the first 64 features of query and key are multiplied",
                           .source = "https://github.com/triton-lang/triton/issues/621",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a head size above 64",
                           .inside = "tq=2 tk=5 dk=128",
                           .outside = "tq=2 tk=5 dk=64",
                           .bug_class = "HEADDIM",
                           .suspect = ""},
                          {.rewrite = [](Problem&, Inputs& inputs) {
                            for_each_index(inputs.query.extents(), [&](const Index4& at) {
                              if (at[3] >= 64) inputs.query.set(at, 0);
                            });
                          }});
}

}  // namespace assay::impls::faults

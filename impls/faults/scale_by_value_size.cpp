// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault scale_by_value_size() {
  return misreading_fault("scale_by_value_size",
                          {.broken = "scores are divided by the root of the value size",
                           .source = "https://github.com/juho-lee/set_transformer/issues/18",
                           .honest_twin = "tiled",
                           .killers = {"reference", "score_variance", "weights_recovered"},
                           .trigger = "a value size other than the head size, without a scale of its own",
                           .inside = "tq=2 tk=3 dk=4 dv=9",
                           .outside = "tq=2 tk=3 dk=4 dv=4",
                           .bug_class = "SCALE",
                           .suspect = "scale_by_value_dim"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (!problem.scale)
                              problem.scale = 1 / std::sqrt(static_cast<double>(problem.extents.value_dim));
                          }});
}

}  // namespace assay::impls::faults

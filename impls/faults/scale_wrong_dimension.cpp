// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault scale_wrong_dimension() {
  return misreading_fault(
      "scale_wrong_dimension",
      {.broken = "divides by the root of the model width instead of the head size",
       .source = "https://github.com/lucidrains/vit-pytorch/issues/65",
       .honest_twin = "tiled",
       .killers = {"reference", "score_variance"},
       .trigger = "more than one query head without a scale of its own, scores that are not all near zero",
       .inside = "hq=2 tq=2 tk=3 dk=4",
       .outside = "hq=1 tq=2 tk=3 dk=4",
       .bug_class = "SCALE",
       .suspect = "scale_by_model_dim"},
      {.rewrite = [](Problem& problem, Inputs&) {
        const double width = static_cast<double>(problem.extents.query_heads * problem.extents.head_dim);
        if (!problem.scale) problem.scale = 1 / std::sqrt(width);
      }});
}

}  // namespace assay::impls::faults

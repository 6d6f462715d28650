// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault other_path_from_nine_queries() {
  return misreading_fault(
      "other_path_from_nine_queries",
      {.broken = "from nine queries on another path is taken, whose first row is off by one part in 1024",
       .source = "https://github.com/ml-explore/mlx/issues/3573",
       .honest_twin = "tiled",
       .killers = {"reference", "row_sums", "weights_recovered"},
       .trigger = "nine queries or more",
       .inside = "tq=9 tk=5 dk=4",
       .outside = "tq=8 tk=5 dk=4",
       .bug_class = "NONDET",
       .suspect = ""},
      {.spoil = [](const Problem& problem, const Inputs&, Outputs& outputs) {
        if (problem.extents.query_length >= 9)
          spoil_elements(
              outputs, [](const Index4& at, double element) { return at[2] == 0 ? element * (1 + 0x1p-10) : element; });
      }});
}

}  // namespace assay::impls::faults

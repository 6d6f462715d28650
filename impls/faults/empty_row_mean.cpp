// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault empty_row_mean() {
  return misreading_fault(
      "empty_row_mean",
      {.broken = "a row that sees no key is the mean of all values",
       .source = "https://github.com/NVIDIA/cuEquivariance/issues/204",
       .honest_twin = "tiled",
       .killers = {"reference", "padding_extension"},
       .trigger = "a row that sees no key under a convention other than the mean",
       .inside = "tq=3 tk=4 dk=4 mask=11qk masks=empty-row",
       .outside = "tq=3 tk=4 dk=4 mask=11qk masks=holes",
       .bug_class = "MASK-ROW",
       .suspect = "empty_row_other"},
      {.rewrite = [](Problem& problem, Inputs&) { problem.convention.empty_row = EmptyRow::Mean; }});
}

}  // namespace assay::impls::faults

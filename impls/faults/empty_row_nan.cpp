// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault empty_row_nan() {
  return misreading_fault("empty_row_nan",
                          {.broken = "a row that sees no key is 0/0",
                           .source = "https://github.com/openvinotoolkit/openvino/issues/35959",
                           .honest_twin = "tiled",
                           .killers = {"reference"},
                           .trigger = "a row that sees no key under a convention other than NaN",
                           .inside = "tq=3 tk=4 dk=4 mask=11qk masks=empty-row",
                           .outside = "tq=3 tk=4 dk=4 mask=11qk masks=holes",
                           .bug_class = "MASK-ROW",
                           .suspect = "empty_row_other"},
                          {.rewrite = [](Problem& problem, Inputs&) { problem.convention.empty_row = EmptyRow::Nan; }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/misreading.hpp"

namespace assay::impls::faults {

Fault no_keys_divided_by() {
  return misreading_fault("no_keys_divided_by",
                          {.broken = "without a single key the sum is divided by the key length, 0",
                           .source = "https://github.com/Dao-AILab/flash-attention/pull/2470",
                           .honest_twin = "tiled",
                           .killers = {"reference"},
                           .trigger = "a key length of 0 under a convention other than NaN",
                           .inside = "tq=2 tk=0 dk=2 dv=3",
                           .outside = "tq=2 tk=1 dk=2 dv=3",
                           .bug_class = "EMPTY",
                           .suspect = "empty_row_other"},
                          {.rewrite = [](Problem& problem, Inputs&) {
                            if (problem.extents.key_length == 0) problem.convention.empty_row = EmptyRow::Nan;
                          }});
}

}  // namespace assay::impls::faults

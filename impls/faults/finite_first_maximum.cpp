// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault finite_first_maximum() {
  return slip_fault(
      "finite_first_maximum",
      {.broken = "the running maximum starts at -50000: rows whose scores all lie below it have no weight",
       .source = "https://github.com/flashinfer-ai/flashinfer/issues/4267",
       .killers = {"reference", "row_sums", "convex_hull", "weights_recovered"},
       .trigger = "a row whose scores all lie below -50000",
       .inside = "tq=2 tk=8 dk=4 scores=offset:-60000",
       .outside = "tq=2 tk=8 dk=4 scores=offset:-300",
       .bug_class = "MASK-FINITE",
       .suspect = "finite_sentinel"},
      {.first_maximum = -5e4f});
}

}  // namespace assay::impls::faults

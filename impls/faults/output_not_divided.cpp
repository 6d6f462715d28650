// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault output_not_divided() {
  return slip_fault("output_not_divided",
                    {.broken = "the output is not divided by the row sum",
                     .source = "https://github.com/AI-Hypercomputer/maxtext/pull/3946",
                     .killers = {"reference", "row_sums", "duplicated_keys", "convex_hull"},
                     .trigger = "any row with more than one visible key",
                     .inside = "tq=2 tk=3 dk=4",
                     .outside = "tq=2 tk=1 dk=4",
                     .bug_class = "ONLINE",
                     .suspect = "output_unnormalised"},
                    {.divide = false});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault numerator_in_bfloat() {
  return slip_fault("numerator_in_bfloat",
                    {.broken = "weights meet the values in bf16, the row sum is of the unrounded ones",
                     .source = "https://github.com/Dao-AILab/flash-attention/pull/2721",
                     .killers = {"reference", "row_sums", "score_variance", "weights_recovered"},
                     .trigger = "weights that 8 bits do not hold",
                     .inside = "tq=2 tk=5 dk=4",
                     .outside = "tq=2 tk=5 dk=4 scores=zero",
                     .bug_class = "ROUND",
                     .suspect = "probabilities_bf16"},
                    {.probability = to_bfloat});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault probabilities_truncated() {
  return slip_fault("probabilities_truncated",
                    {.broken = "weights are cut to bf16 towards zero",
                     .source = "https://github.com/tenstorrent/tt-metal/pull/27171",
                     .killers = {"reference", "row_sums", "score_variance", "weights_recovered"},
                     .trigger = "weights that 8 bits do not hold",
                     .inside = "tq=2 tk=5 dk=4",
                     .outside = "tq=2 tk=5 dk=4 scores=zero",
                     .bug_class = "ROUND",
                     .suspect = "probabilities_truncated"},
                    {.probability = cut_to_bfloat});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault scores_in_bfloat() {
  return slip_fault("scores_in_bfloat",
                    {.broken = "scores are held in bf16",
                     .source = "https://github.com/huggingface/transformers/pull/33317",
                     .killers = {"reference", "shift_invariance", "weights_recovered"},
                     .trigger = "scores that 8 bits do not hold",
                     .inside = "tq=2 tk=5 dk=4",
                     .outside = "tq=2 tk=5 dk=4 scores=zero",
                     .bug_class = "ROUND",
                     .suspect = "scores_sixteen_bit"},
                    {.rounded_score = to_bfloat});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault scores_in_half() {
  return slip_fault("scores_in_half",
                    {.broken = "scores are held in fp16 although fp32 was asked for",
                     .source = "https://github.com/ggml-org/llama.cpp/issues/28124",
                     .killers = {"reference", "shift_invariance", "weights_recovered"},
                     .trigger = "scores that 11 bits do not hold",
                     .inside = "tq=2 tk=5 dk=4 scores=peaked",
                     .outside = "tq=2 tk=5 dk=4 scores=zero",
                     .bug_class = "PARAM-DROP",
                     .suspect = "scores_sixteen_bit"},
                    {.rounded_score = to_half});
}

}  // namespace assay::impls::faults

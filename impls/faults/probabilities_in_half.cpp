// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault probabilities_in_half() {
  return slip_fault("probabilities_in_half",
                    {.broken = "weights are held in fp16 although fp32 was asked for",
                     .source = "https://github.com/ggml-org/llama.cpp/issues/28124",
                     .killers = {"reference", "score_variance", "weights_recovered"},
                     .trigger = "weights that 11 bits do not hold",
                     .inside = "tq=2 tk=5 dk=4",
                     .outside = "tq=2 tk=5 dk=4 scores=zero",
                     .bug_class = "PARAM-DROP",
                     .suspect = "probabilities_fp16"},
                    {.probability = to_half, .sum_probabilities = true});
}

}  // namespace assay::impls::faults

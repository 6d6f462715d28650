// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault output_sum_in_half() {
  return slip_fault("output_sum_in_half",
                    {.broken = "the weighted sum of values runs in fp16",
                     .source = "https://github.com/ikawrakow/ik_llama.cpp/pull/1196",
                     .killers = {"reference", "linear_in_value", "key_permutation", "row_sums"},
                     .trigger = "sums of more than 11 bits",
                     .inside = "tq=2 tk=40 dk=4",
                     .outside = "tq=2 tk=1 dk=4 values=ramp",
                     .bug_class = "OVERFLOW",
                     .suspect = "sixteen_bit_accumulator"},
                    {.running_out = to_half});
}

}  // namespace assay::impls::faults

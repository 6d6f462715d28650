// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault output_sum_in_bfloat() {
  return slip_fault("output_sum_in_bfloat",
                    {.broken = "the weighted sum of values runs in bf16: later terms fall below one unit of it",
                     .source = "https://github.com/Xilinx/mlir-air/pull/1606",
                     .killers = {"reference", "linear_in_value", "key_permutation", "row_sums"},
                     .trigger = "sums of more than 8 bits",
                     .inside = "tq=2 tk=40 dk=4",
                     .outside = "tq=2 tk=1 dk=4 values=ramp",
                     .bug_class = "ROUND",
                     .suspect = "sixteen_bit_accumulator"},
                    {.running_out = to_bfloat});
}

}  // namespace assay::impls::faults

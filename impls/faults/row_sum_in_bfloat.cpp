// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"
#include "impls/faults/bases/slip_roundings.hpp"

namespace assay::impls::faults {

Fault row_sum_in_bfloat() {
  return slip_fault("row_sum_in_bfloat",
                    {.broken = "the row sum runs in bf16",
                     .source = "https://github.com/tenstorrent/tt-metal/issues/29030",
                     .killers = {"reference", "key_permutation", "row_sums", "duplicated_keys"},
                     .trigger = "row sums of more than 8 bits",
                     .inside = "tq=2 tk=40 dk=4",
                     .outside = "tq=2 tk=1 dk=4",
                     .bug_class = "ROUND",
                     .suspect = ""},
                    {.running_sum = to_bfloat});
}

}  // namespace assay::impls::faults

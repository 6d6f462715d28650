// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault tail_filled_with_zeros() {
  return slip_fault("tail_filled_with_zeros",
                    {.broken = "the last tile is filled up with keys of zero that nobody masks",
                     .source = "https://github.com/flashinfer-ai/flashinfer/pull/5090",
                     .killers = {"reference", "padding_extension", "row_sums", "duplicated_keys"},
                     .trigger = "a key length that is no multiple of 16",
                     .inside = "tq=2 tk=17 dk=4",
                     .outside = "tq=2 tk=32 dk=4",
                     .bug_class = "TAIL",
                     .suspect = ""},
                    {.tail = TailKeys::Zeros});
}

}  // namespace assay::impls::faults

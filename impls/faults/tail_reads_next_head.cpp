// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault tail_reads_next_head() {
  return slip_fault("tail_reads_next_head",
                    {.broken = "the last tile is filled up with what lies behind the keys: the next head's first ones",
                     .source = "https://github.com/pytorch/pytorch/pull/169222",
                     .killers = {"reference", "batch_head_independence", "padding_extension", "key_permutation"},
                     .trigger = "a key length that is no multiple of 16",
                     .inside = "hq=2 hkv=2 tq=2 tk=17 dk=4",
                     .outside = "hq=2 hkv=2 tq=2 tk=32 dk=4",
                     .bug_class = "OOB",
                     .suspect = ""},
                    {.tail = TailKeys::NextHead});
}

}  // namespace assay::impls::faults

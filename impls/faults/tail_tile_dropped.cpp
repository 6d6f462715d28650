// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault tail_tile_dropped() {
  return slip_fault("tail_tile_dropped",
                    {.broken = "a last tile of keys that is not full is not visited",
                     .source = "https://github.com/NVIDIA/cutlass/issues/2428",
                     .killers = {"reference", "key_permutation", "padding_extension"},
                     .trigger = "a key length that is no multiple of 16, with visible keys in its last tile",
                     .inside = "tq=2 tk=17 dk=4",
                     .outside = "tq=2 tk=32 dk=4",
                     .bug_class = "TAIL",
                     .suspect = "last_tile_dropped"},
                    {.tail = TailKeys::Unvisited});
}

}  // namespace assay::impls::faults

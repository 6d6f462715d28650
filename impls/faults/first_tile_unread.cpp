// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault first_tile_unread() {
  return slip_fault("first_tile_unread",
                    {.broken = "the loop over tiles starts at the second",
                     .source = "https://github.com/InternLM/lmdeploy/pull/788",
                     .killers = {"reference", "key_permutation", "duplicated_keys", "score_variance"},
                     .trigger = "more than one tile of 16 keys, with a visible key in the first",
                     .inside = "tq=2 tk=40 dk=4",
                     .outside = "tq=2 tk=16 dk=4",
                     .bug_class = "TAIL",
                     .suspect = "first_tile_dropped"},
                    {.visit_first_tile = false});
}

}  // namespace assay::impls::faults

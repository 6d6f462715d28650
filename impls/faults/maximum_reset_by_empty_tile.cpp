// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault maximum_reset_by_empty_tile() {
  return slip_fault("maximum_reset_by_empty_tile",
                    {.broken = "a tile without a visible key resets the running maximum to 0 at least",
                     .source = "https://github.com/Dao-AILab/flash-attention/issues/2082",
                     .killers = {"reference", "row_sums", "shift_invariance", "convex_hull"},
                     .trigger = "a tile of 16 hidden keys and scores far below 0",
                     .inside = "tq=2 tk=40 dk=4 mask=11qk masks=first-block scores=offset:-200",
                     .outside = "tq=2 tk=40 dk=4 mask=11qk masks=first-block",
                     .bug_class = "ONLINE",
                     .suspect = ""},
                    {.maximum = [](float running, float of_tile) {
                      return std::max(running, of_tile == -INFINITY ? 0.0f : of_tile);
                    }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/bases/plain_online.hpp"

namespace assay::impls::faults {

Fault lowest_bias_tile_nan() {
  return slip_fault(
      "lowest_bias_tile_nan",
      {.broken = "a tile whose scores are all near the lowest finite number gives NaN although later keys count",
       .source = "https://github.com/pytorch/pytorch/issues/109517",
       .killers = {"reference", "key_permutation", "row_sums", "convex_hull"},
       .trigger = "a first tile of 16 keys that all carry the lowest finite float",
       .inside = "tq=2 tk=40 dk=4 bias=111k "
                 "data.bias=-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-3e38,-"
                 "3e38,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
       .outside = "tq=2 tk=40 dk=4 bias=111k masks=finite-min",
       .bug_class = "MASK-ROW",
       .suspect = ""},
      {.maximum = [](float running, float of_tile) {
        return of_tile > running && of_tile > -1e38f ? of_tile : running;
      }});
}

}  // namespace assay::impls::faults

// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/faults/table.hpp"

namespace assay::impls::cuda_faults {

std::vector<Fault> tiled() {
  return faults_of(
      "tiled_small",
      {{"tile_unsynchronised", "no barrier between loading a tile and reading it", {"shared race"}, "RACE", barriers},
       {"tile_overwritten_early",
        "no barrier before the next tile overwrites the one that is read",
        {"shared race"},
        "RACE",
        barriers},
       {"weights_unsynchronised",
        "no __syncwarp between writing a row of weights and reading it",
        {"shared race"},
        "RACE",
        "https://github.com/triton-lang/triton/issues/7264"},
       {"tail_unmasked", "keys behind the last one count with score 0", {"reference"}, "TAIL", guide},
       {"key_row_too_far",
        "the last row of a tile of keys lands one row too far",
        {"shared out of bounds"},
        "OOB",
        guide},
       {"weights_left_over",
        "weights of hidden keys are read though none was written: what an earlier tile or block left",
        {"uninitialised shared"},
        "UNINIT",
        guide},
       {"half_the_lanes", "a shuffle by 32 lanes names 16 in its mask", {"shuffle mask"}, "RACE", shuffles},
       {"sum_one_step_short", "the sum over a warp leaves out one step of five", {"reference"}, "LAYOUT", shuffles},
       {"divergent_barrier", "one warp passes by a barrier that the other waits at", {"shared race"}, "RACE", barriers},
       {"early_return",
        "a warp without queries returns before the barriers",
        {"exited before barrier"},
        "RACE",
        barriers},
       {"query_tail_read", "queries behind the last one are read", {"global out of bounds"}, "OOB", guide},
       {"output_tail_written", "outputs behind the last one are written", {"global out of bounds"}, "OOB", guide},
       {"no_rescale",
        "sums of earlier tiles are not rescaled when the maximum rises",
        {"reference"},
        "ONLINE",
        "https://github.com/paiml/aprender/issues/2706"},
       {"causal_off_by_one", "the key behind the query's own is visible", {"reference"}, "CAUSAL-OFF", guide},
       {"empty_tile_nan",
        "a tile without a visible key subtracts minus infinity from itself",
        {"reference"},
        "MASK-ROW",
        guide},
       {"key_heads_interchanged",
        "query head h reads key head h mod key heads where groups were asked for",
        {"reference"},
        "HEADMAP",
        guide}});
}

}  // namespace assay::impls::cuda_faults

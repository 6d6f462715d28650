// SPDX-License-Identifier: Apache-2.0
#include "impls/faults/cuda/table.hpp"

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
       tail_unmasked(),
       {"key_row_too_far",
        "the last row of a tile of keys lands one row too far",
        {"shared out of bounds"},
        "OOB",
        shared_indices},
       {"weights_left_over",
        "weights of hidden keys are read though none was written: what an earlier tile or block left",
        {"uninitialised shared"},
        "UNINIT",
        left_over},
       half_the_lanes(),
       {"sum_one_step_short", "the sum over a warp leaves out one step of five", {"reference"}, "LAYOUT", shuffles},
       {"divergent_barrier",
        "one warp passes by a barrier that the other waits at",
        {"divergent barrier"},
        "RACE",
        barriers},
       warp_returns_early(),
       {"query_tail_read", "queries behind the last one are read", {"global out of bounds"}, "OOB", queries_past_end},
       output_tail_written(),
       no_rescale(),
       causal_off_by_one(),
       {"empty_tile_nan",
        "a tile without a visible key subtracts minus infinity from itself",
        {"reference"},
        "MASK-ROW",
        "https://github.com/pytorch/pytorch/issues/127055"},
       {"key_heads_interchanged",
        "query head h reads key head h mod key heads where groups were asked for",
        {"reference"},
        "HEADMAP",
        "https://github.com/onnx/onnx/pull/7274"}});
}

}  // namespace assay::impls::cuda_faults

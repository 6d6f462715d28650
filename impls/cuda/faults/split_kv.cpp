// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/faults/table.hpp"

namespace assay::impls::cuda_faults {

std::vector<Fault> split_kv() {
  return faults_of(
      "split_kv_small",
      {{"query_unsynchronised",
        "no barrier between writing the query to shared memory and reading it",
        {"shared race"},
        "RACE",
        barriers},
       {"scores_unsynchronised",
        "no barrier between the warps' scores and the search for the largest",
        {"shared race"},
        "RACE",
        barriers},
       {"reduction_reused_early",
        "no barrier before the partial results of the next reduction are written",
        {"shared race"},
        "RACE",
        barriers},
       {"weights_one_too_far", "scores are written one place behind their own", {"shared out of bounds"}, "OOB", guide},
       {"weights_left_over",
        "weights behind the last key of a split are read: what an earlier block left",
        {"uninitialised shared"},
        "UNINIT",
        guide},
       half_the_lanes(),
       {"dot_one_step_short",
        "the sum of a score over a warp leaves out one step of five",
        {"reference"},
        "LAYOUT",
        shuffles},
       {"divergent_barrier",
        "one warp passes by a barrier that the other waits at",
        {"divergent barrier"},
        "RACE",
        barriers},
       threads_return_early(),
       {"splits_in_one_place",
        "every split stores its output in the place of the first",
        {"reference", "global race"},
        "SPLIT",
        guide},
       {"one_split_too_many", "the merge reads one split behind the last", {"global out of bounds"}, "OOB", guide},
       {"last_split_dropped", "the merge leaves out the last split", {"reference"}, "SPLIT", guide},
       {"merge_in_other_base", "the merge takes natural log-sum-exps for base 2", {"reference"}, "SPLIT", guide},
       {"splits_averaged", "the merge weighs all splits alike", {"reference"}, "SPLIT", guide},
       {"empty_split_nan",
        "a split without a visible key subtracts minus infinity from itself",
        {"reference"},
        "SPLIT",
        guide},
       causal_off_by_one()});
}

}  // namespace assay::impls::cuda_faults

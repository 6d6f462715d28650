// SPDX-License-Identifier: Apache-2.0
#include "impls/cuda/faults/table.hpp"

namespace assay::impls::cuda_faults {

std::vector<Fault> explicit_kernel() {
  return faults_of(
      "explicit",
      {{"query_unsynchronised",
        "no barrier between writing the query to shared memory and reading it",
        {"shared race"},
        "RACE",
        barriers},
       {"reduction_unsynchronised",
        "no barrier before the warps' partial results are read",
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
        "weights of keys that were never scored are read: what an earlier block left",
        {"uninitialised shared"},
        "UNINIT",
        guide},
       half_the_lanes(),
       {"divergent_barrier",
        "one warp passes by a barrier that the other waits at",
        {"shared race"},
        "RACE",
        barriers},
       threads_return_early(),
       {"query_read_past_end", "one element behind the query's row is read", {"global out of bounds"}, "OOB", guide},
       {"output_written_past_end",
        "one element behind the output's row is written",
        {"global out of bounds"},
        "OOB",
        guide},
       {"sum_one_step_short", "the sum over a warp leaves out one step of five", {"reference"}, "LAYOUT", shuffles},
       {"no_maximum", "the maximum is not subtracted", {"reference"}, "OVERFLOW", "https://arxiv.org/abs/1805.02867"},
       causal_off_by_one(),
       {"length_ignored", "keys beyond the example's length are visible", {"reference"}, "VARLEN", guide},
       {"rows_of_other_strides",
        "queries are read as far apart as if they were contiguous",
        {"reference", "global out of bounds"},
        "STRIDE",
        guide}});
}

}  // namespace assay::impls::cuda_faults

// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What can be planted in the tiled kernel, see impls/faults/cuda.
#define ASSAY_TILED_FAULTS(FAULT) \
  FAULT(tile_unsynchronised)      \
  FAULT(tile_overwritten_early)   \
  FAULT(weights_unsynchronised)   \
  FAULT(tail_unmasked)            \
  FAULT(key_row_too_far)          \
  FAULT(weights_left_over)        \
  FAULT(half_the_lanes)           \
  FAULT(sum_one_step_short)       \
  FAULT(divergent_barrier)        \
  FAULT(early_return)             \
  FAULT(query_tail_read)          \
  FAULT(output_tail_written)      \
  FAULT(no_rescale)               \
  FAULT(causal_off_by_one)        \
  FAULT(empty_tile_nan)           \
  FAULT(key_heads_interchanged)

namespace assay::cuda::tiled {
enum class Fault {
#define FAULT(name) name,
  ASSAY_TILED_FAULTS(FAULT)
#undef FAULT
};
}  // namespace assay::cuda::tiled

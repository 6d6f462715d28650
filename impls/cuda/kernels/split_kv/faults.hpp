// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What can be planted in the split-KV kernels, see impls/faults/cuda.
#define ASSAY_SPLIT_KV_FAULTS(FAULT) \
  FAULT(query_unsynchronised)        \
  FAULT(scores_unsynchronised)       \
  FAULT(reduction_reused_early)      \
  FAULT(weights_one_too_far)         \
  FAULT(weights_left_over)           \
  FAULT(half_the_lanes)              \
  FAULT(dot_one_step_short)          \
  FAULT(divergent_barrier)           \
  FAULT(early_return)                \
  FAULT(splits_in_one_place)         \
  FAULT(one_split_too_many)          \
  FAULT(last_split_dropped)          \
  FAULT(merge_in_other_base)         \
  FAULT(splits_averaged)             \
  FAULT(empty_split_nan)             \
  FAULT(causal_off_by_one)

namespace assay::cuda::split_kv {
enum class Fault {
#define FAULT(name) name,
  ASSAY_SPLIT_KV_FAULTS(FAULT)
#undef FAULT
};
}  // namespace assay::cuda::split_kv

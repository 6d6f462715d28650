// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What can be planted in the explicit kernel, see impls/faults/cuda.
#define ASSAY_EXPLICIT_FAULTS(FAULT) \
  FAULT(query_unsynchronised)        \
  FAULT(reduction_unsynchronised)    \
  FAULT(reduction_reused_early)      \
  FAULT(weights_one_too_far)         \
  FAULT(weights_left_over)           \
  FAULT(half_the_lanes)              \
  FAULT(divergent_barrier)           \
  FAULT(early_return)                \
  FAULT(query_read_past_end)         \
  FAULT(output_written_past_end)     \
  FAULT(sum_one_step_short)          \
  FAULT(no_maximum)                  \
  FAULT(causal_off_by_one)           \
  FAULT(length_ignored)              \
  FAULT(rows_of_other_strides)

namespace assay::cuda::explicit_kernel {
enum class Fault {
#define FAULT(name) name,
  ASSAY_EXPLICIT_FAULTS(FAULT)
#undef FAULT
};
}  // namespace assay::cuda::explicit_kernel

// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What can be planted in the tensor-core kernel, see impls/faults/cuda.
#define ASSAY_TENSOR_CORE_FAULTS(FAULT) \
  FAULT(copies_awaited_short)           \
  FAULT(barrier_before_wait)            \
  FAULT(tile_overwritten_early)         \
  FAULT(next_tile_in_same_buffer)       \
  FAULT(copies_unaligned)               \
  FAULT(fragment_registers_swapped)     \
  FAULT(value_rows_swapped)             \
  FAULT(rows_of_fragment_swapped)       \
  FAULT(tail_unmasked)                  \
  FAULT(key_row_too_far)                \
  FAULT(padding_unwritten)              \
  FAULT(half_the_lanes)                 \
  FAULT(quad_one_step_short)            \
  FAULT(early_return)                   \
  FAULT(output_tail_written)            \
  FAULT(no_rescale)                     \
  FAULT(causal_off_by_one)              \
  FAULT(hidden_values_times_zero)

namespace assay::cuda::tensor_core {
enum class Fault {
#define FAULT(name) name,
  ASSAY_TENSOR_CORE_FAULTS(FAULT)
#undef FAULT
};
}  // namespace assay::cuda::tensor_core

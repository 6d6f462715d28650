// SPDX-License-Identifier: Apache-2.0
// Rows of a tensor into shared memory, 16 bytes at a time in the background where they lie so that this is possible.
#pragma once

#include "impls/cuda/kernels/common/view.hpp"

namespace assay::cuda::tensor_core {

/// Rows `first` to `first` + rows - 1 of head h; rows from `end` on, and columns from width to `padded`, are zeros.
struct Rows {
  std::int64_t b, h, first, end;
  int rows, width, padded, pitch;
};

__device__ __forceinline__ void load_row(const View<const std::uint16_t>& from, const Rows& s, int r, int lane,
                                         std::uint16_t* to) {
  const bool inside = s.first + r < s.end;
  const std::uint16_t* row = from.row(s.b, s.h, inside ? s.first + r : 0);
  for (int d = lane; d < s.padded; d += 32) to[d] = inside && d < s.width ? row[d * from.strides[3]] : std::uint16_t{0};
}

/// Issues copies; a row's remainder and rows behind the last one are written at once.
__device__ __forceinline__ void copy_row(const View<const std::uint16_t>& from, const Rows& s, int r, int lane,
                                         std::uint16_t* to) {
  const bool inside = s.first + r < s.end;
  const int whole = inside ? s.width / 8 : 0;
  const std::uint16_t* row = from.row(s.b, s.h, inside ? s.first + r : 0);
  for (int n = lane; n < whole; n += 32) cp_async16(to + 8 * n, row + 8 * n);
  for (int d = 8 * whole + lane; d < s.padded; d += 32)
    to[d] = inside && d < s.width ? row[d * from.strides[3]] : std::uint16_t{0};
}

template <int warps>
__device__ __forceinline__ void load_rows(const View<const std::uint16_t>& from, const Rows& s, bool vectors,
                                          std::uint16_t* to) {
  const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  for (int r = warp; r < s.rows; r += warps) {
    if (vectors)
      copy_row(from, s, r, lane, to + r * s.pitch);
    else
      load_row(from, s, r, lane, to + r * s.pitch);
  }
}

}  // namespace assay::cuda::tensor_core

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/kernels/common/tensors.hpp"

namespace assay::cuda::tiled {

template <class T>
using Parameters = Tensors<T>;

/// How a block divides its work. A warp has rows / warps queries, a lane every 32nd key and every 32nd feature.
template <int rows_, int keys_, int warps_, int value_dim_max_>
struct Tile {
  static constexpr int rows = rows_, keys = keys_, warps = warps_, value_dim_max = value_dim_max_;
  static constexpr int threads = 32 * warps;
  static constexpr int warp_rows = rows / warps;
  static constexpr int lane_keys = (keys + 31) / 32;
  static constexpr int lane_features = (value_dim_max + 31) / 32;
  static_assert(rows % warps == 0);
};

/// Elements between rows of queries and keys in shared memory: odd in 4-byte words, so that lanes meet no bank twice.
__host__ __device__ constexpr int row_pitch(int head_dim) {
  return (head_dim + 1) / 2 * 2 + ((head_dim + 1) / 2 % 2 ? 0 : 2);
}

}  // namespace assay::cuda::tiled

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/kernels/common/tensors.hpp"

namespace assay::cuda::tensor_core {

/// Sixteen-bit numbers as they lie in memory; the kernel's template parameter says what they mean.
struct Parameters : Tensors<std::uint16_t> {
  int key_vectors;  ///< rows of keys can be copied 16 bytes at a time
  int value_vectors;
};

/// How a block divides its work: a warp has 16 queries, as many as an instruction has rows.
template <int warps_, int keys_, int value_dim_max_>
struct Tile {
  static constexpr int warps = warps_, keys = keys_, value_dim_max = value_dim_max_;
  static constexpr int rows = 16 * warps, threads = 32 * warps;
  static constexpr int key_tiles = keys / 8, feature_tiles = value_dim_max / 8;
  static_assert(keys % 16 == 0 && value_dim_max % 8 == 0);
};

/// Elements between rows in shared memory: whole instructions, whole 16-byte copies, and no bank met twice.
__host__ __device__ constexpr int pitch_of(int width) { return (width + 15) / 16 * 16 + 8; }

}  // namespace assay::cuda::tensor_core

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/kernels/common/tensors.hpp"

namespace assay::cuda::split_kv {

template <class T>
struct Parameters : Tensors<T> {
  std::int64_t splits;
  float* partial_out;  ///< (batch, query head, query, split, feature), each split divided by its own sum
  float* partial_lse;  ///< (batch, query head, query, split), natural

  __device__ std::int64_t slot(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t split) const {
    return ((b * this->problem.query_heads + h) * this->problem.queries + i) * splits + split;
  }
};

/// How many keys a split has, and how many warps work on it.
template <int keys_, int warps_>
struct Split {
  static constexpr int keys = keys_, warps = warps_, threads = 32 * warps;
};

}  // namespace assay::cuda::split_kv

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "impls/cuda/common/visibility.hpp"

namespace assay::cuda::split_kv {

template <class T>
struct Parameters {
  Problem problem;
  View<const T> query, key, value, bias;
  View<T> out;
  View<float> lse;
  float scale;
  std::int64_t splits;
  float* partial_out;  ///< (batch, query head, query, split, feature), each split divided by its own sum
  float* partial_lse;  ///< (batch, query head, query, split), natural

  __device__ std::int64_t slot(std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t split) const {
    return ((b * problem.query_heads + h) * problem.queries + i) * splits + split;
  }
};

/// How many keys a split has, and how many warps work on it.
template <int keys_, int warps_>
struct Split {
  static constexpr int keys = keys_, warps = warps_, threads = 32 * warps;
};

}  // namespace assay::cuda::split_kv

// SPDX-License-Identifier: Apache-2.0
// The step between two matrix products: scores to rounded probabilities, a block a row.
#pragma once

#include "impls/cuda/kernels/common/visibility.hpp"
#include "impls/cuda/kernels/common/warp.hpp"

namespace assay::cuda::vendor {

template <class T>
struct Softmax {
  Problem problem;
  const float* scores;  ///< (batch, query head, query, key), scaled
  T* weights;           ///< likewise
  View<float> lse;
};

/// Grid: queries, query heads, batch; one warp.
template <class T>
__global__ void __launch_bounds__(32) soften(Softmax<T> s) {
  const std::int64_t b = blockIdx.z, h = blockIdx.y, i = blockIdx.x;
  const std::int64_t first = ((b * s.problem.query_heads + h) * s.problem.queries + i) * s.problem.keys;
  const float* scores = s.scores + first;
  const KeyRange range = range_of(s.problem, b, i);
  float largest = minus_infinity(), sum = 0;
  for (std::int64_t j = range.begin + threadIdx.x; j < range.end; j += 32) largest = fmaxf(largest, scores[j]);
  largest = warp_max(largest);
  const float base = largest == minus_infinity() ? 0.0f : largest;
  for (std::int64_t j = range.begin + threadIdx.x; j < range.end; j += 32) sum += expf(scores[j] - base);
  sum = warp_sum(sum);
  for (std::int64_t j = threadIdx.x; j < s.problem.keys; j += 32) {
    const bool shown = j >= range.begin && j < range.end;
    s.weights[first + j] = from_float<T>(shown && sum != 0 ? expf(scores[j] - base) / sum : 0.0f);
  }
  if (s.lse.data && threadIdx.x == 0) s.lse.at(b, h, i, 0) = sum == 0 ? minus_infinity() : base + logf(sum);
}

}  // namespace assay::cuda::vendor

// SPDX-License-Identifier: Apache-2.0
// The textbook: one block a query; its scores lie in shared memory, softmax over them, weighted sum of the values.
#pragma once

#include "impls/cuda/kernels/common/warp.hpp"
#include "impls/cuda/kernels/explicit/parameters.hpp"

namespace assay::cuda::explicit_kernel {

/// The weight of a key that is not seen. Weights are never negative.
inline constexpr float hidden = -1;

__device__ __forceinline__ float dot(const Parameters& p, const float* query, std::int64_t b, std::int64_t g,
                                     std::int64_t j) {
  const float* key = p.key.row(b, g, j);
  float sum = 0;
  for (std::int64_t d = 0; d < p.problem.head_dim; ++d) sum = fmaf(query[d], key[d * p.key.strides[3]], sum);
  return sum;
}

/// Bias and ALiBi of query i and key j.
__device__ __forceinline__ float added_terms(const Parameters& p, std::int64_t b, std::int64_t h, std::int64_t i,
                                             std::int64_t j) {
  float term = p.bias.data ? p.bias.at(b, h, i, j) : 0.0f;
  if (p.alibi_slopes.data) {
    const std::int64_t distance = own_position(p.problem, b, i) - j;
    term -= p.alibi_slopes.at(0, h, 0, 0) * static_cast<float>(distance < 0 ? -distance : distance);
  }
  return term;
}

__device__ __forceinline__ float capped(const Parameters& p, float scaled, float term) {
  if (p.softcap == 0) return scaled + term;
  if (p.softcap_last) return p.softcap * tanhf((scaled + term) / p.softcap);
  return p.softcap * tanhf(scaled / p.softcap) + term;
}

/// The largest, or the sum, of x over the block, in every thread.
template <bool largest>
__device__ __forceinline__ float over_block(float x, float* partial) {
  const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  x = largest ? warp_max(x) : warp_sum(x);
  if (lane == 0) partial[warp] = x;
  __syncthreads();
  float result = partial[0];
  for (int w = 1; w < static_cast<int>(blockDim.x / 32); ++w)
    result = largest ? fmaxf(result, partial[w]) : result + partial[w];
  __syncthreads();
  return result;
}

/// Scores of the keys in the range that this thread has; returns their largest.
__device__ __forceinline__ float scores(const Parameters& p, const float* query, const KeyRange& range,
                                        float* weights) {
  const std::int64_t b = blockIdx.z, h = blockIdx.y, i = blockIdx.x, g = key_head_of(p.problem, h);
  float largest = minus_infinity();
  for (std::int64_t j = range.begin + threadIdx.x; j < range.end; j += blockDim.x) {
    const bool shown = mask_shows(p.problem, b, h, i, j) && segments_show(p.problem, b, i, j) &&
                       !(p.bias.data && p.bias.at(b, h, i, j) == minus_infinity());
    const float score =
        shown ? capped(p, p.scale * dot(p, query, b, g, j), added_terms(p, b, h, i, j)) : minus_infinity();
    weights[j] = score;
    largest = fmaxf(largest, score);
  }
  return largest;
}

/// Features of the output that this thread has.
__device__ __forceinline__ void store_out(const Parameters& p, const KeyRange& range, const float* weights, float sum) {
  const std::int64_t b = blockIdx.z, h = blockIdx.y, i = blockIdx.x, g = key_head_of(p.problem, h);
  for (std::int64_t d = threadIdx.x; d < p.problem.value_dim; d += blockDim.x) {
    float total = 0;
    for (std::int64_t j = range.begin; j < range.end; ++j)
      if (weights[j] != hidden) total = fmaf(weights[j], p.value.at(b, g, j, d), total);
    p.out.at(b, h, i, d) = sum == 0 ? 0.0f : total / sum;
  }
}

/// Grid: queries, query heads, batch. Shared: head_dim, keys and one float a warp.
__global__ void attend(Parameters p) {
  SharedCarve carve = dynamic_shared();
  float* query = carve.take<float>(static_cast<int>(p.problem.head_dim), "query");
  float* weights = carve.take<float>(static_cast<int>(p.problem.keys), "weights");
  float* partial = carve.take<float>(static_cast<int>(blockDim.x / 32), "partial");
  const std::int64_t b = blockIdx.z, h = blockIdx.y, i = blockIdx.x;
  const KeyRange range = range_of(p.problem, b, i);
  for (std::int64_t d = threadIdx.x; d < p.problem.head_dim; d += blockDim.x) query[d] = p.query.at(b, h, i, d);
  __syncthreads();

  const float sink = p.sinks.data ? p.sinks.at(0, h, 0, 0) : minus_infinity();
  const float largest = fmaxf(sink, over_block<true>(scores(p, query, range, weights), partial));
  const float base = largest == minus_infinity() ? 0.0f : largest;
  float sum = 0;
  for (std::int64_t j = range.begin + threadIdx.x; j < range.end; j += blockDim.x) {
    if (weights[j] == minus_infinity()) {
      weights[j] = hidden;
    } else {
      weights[j] = expf(weights[j] - base);
      sum += weights[j];
    }
  }
  sum = over_block<false>(sum, partial);
  if (p.sinks.data) sum += expf(sink - base);
  store_out(p, range, weights, sum);
  if (p.lse.data && threadIdx.x == 0) p.lse.at(b, h, i, 0) = sum == 0 ? minus_infinity() : base + logf(sum);
}

}  // namespace assay::cuda::explicit_kernel

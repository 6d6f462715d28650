// SPDX-License-Identifier: Apache-2.0
// Decoding: few queries, many keys. A block takes one query and a range of keys; a second kernel merges the ranges by
// their log-sum-exp.
#pragma once

#include "impls/cuda/kernels/common/warp.hpp"
#include "impls/cuda/kernels/split_kv/parameters.hpp"

namespace assay::cuda::split_kv {

/// A block's query and keys, and its pieces of shared memory.
struct Block {
  int lane, warp;
  std::int64_t b, h, i, g, split;
  std::int64_t begin;  ///< first key of the split
  int count;           ///< keys of the split that there are
  float *query, *weights, *partial;
};

template <class T, class Split>
__device__ __forceinline__ Block open_block(const Parameters<T>& p) {
  SharedCarve carve = dynamic_shared();
  Block block{};
  block.query = carve.take<float>(static_cast<int>(p.problem.head_dim), "query");
  block.weights = carve.take<float>(Split::keys, "weights");
  block.partial = carve.take<float>(Split::warps, "partial");
  block.lane = static_cast<int>(threadIdx.x % 32);
  block.warp = static_cast<int>(threadIdx.x / 32);
  block.b = blockIdx.z;
  block.h = blockIdx.y / p.problem.queries;
  block.i = blockIdx.y % p.problem.queries;
  block.g = key_head_of(p.problem, block.h);
  block.split = blockIdx.x;
  block.begin = block.split * Split::keys;
  const std::int64_t left = p.problem.keys - block.begin;
  block.count = static_cast<int>(left < Split::keys ? left : Split::keys);
  return block;
}

template <class T>
__device__ __forceinline__ bool sees(const Parameters<T>& p, const Block& block, const KeyRange& range,
                                     std::int64_t j) {
  if (j < range.begin || j >= range.end || !mask_shows(p.problem, block.b, block.h, block.i, j)) return false;
  return !p.bias.data || to_float(p.bias.at(block.b, block.h, block.i, j)) != minus_infinity();
}

/// A warp a key, a lane every 32nd feature. A hidden key's score is -inf.
template <class T, class Split>
__device__ __forceinline__ void compute_scores(const Parameters<T>& p, const Block& block) {
  const KeyRange range = range_of(p.problem, block.b, block.i);
  for (int n = block.warp; n < block.count; n += Split::warps) {
    const std::int64_t j = block.begin + n;
    float score = minus_infinity();
    if (sees(p, block, range, j)) {
      const T* key = p.key.row(block.b, block.g, j);
      float dot = 0;
      for (std::int64_t d = block.lane; d < p.problem.head_dim; d += 32)
        dot = fmaf(block.query[d], to_float(key[d * p.key.strides[3]]), dot);
      score = p.scale * warp_sum(dot);
      if (p.bias.data) score += to_float(p.bias.at(block.b, block.h, block.i, j));
    }
    if (block.lane == 0) block.weights[n] = score;
  }
}

/// The largest, or the sum, of x over the block, in every thread.
template <class Split, bool largest>
__device__ __forceinline__ float over_block(float x, const Block& block) {
  x = largest ? warp_max(x) : warp_sum(x);
  if (block.lane == 0) block.partial[block.warp] = x;
  __syncthreads();
  float result = block.partial[0];
  for (int w = 1; w < Split::warps; ++w) result = largest ? fmaxf(result, block.partial[w]) : result + block.partial[w];
  __syncthreads();
  return result;
}

/// Features of the split's output that this thread has. Weights of hidden keys are negative.
template <class T, class Split>
__device__ __forceinline__ void store_split(const Parameters<T>& p, const Block& block, float sum) {
  const std::int64_t slot = p.slot(block.b, block.h, block.i, block.split);
  for (std::int64_t d = threadIdx.x; d < p.problem.value_dim; d += Split::threads) {
    float total = 0;
    for (int n = 0; n < block.count; ++n) {
      const std::int64_t j = block.begin + n;
      if (!(block.weights[n] < 0)) total = fmaf(block.weights[n], to_float(p.value.at(block.b, block.g, j, d)), total);
    }
    p.partial_out[slot * p.problem.value_dim + d] = sum == 0 ? 0.0f : total / sum;
  }
}

/// Grid: splits, query heads x queries, batch.
template <class T, class Split>
__global__ void __launch_bounds__(Split::threads) attend(Parameters<T> p) {
  const Block block = open_block<T, Split>(p);
  for (std::int64_t d = threadIdx.x; d < p.problem.head_dim; d += Split::threads)
    block.query[d] = to_float(p.query.at(block.b, block.h, block.i, d));
  __syncthreads();
  compute_scores<T, Split>(p, block);
  __syncthreads();
  float largest = minus_infinity(), sum = 0;
  for (int n = static_cast<int>(threadIdx.x); n < block.count; n += Split::threads)
    largest = fmaxf(largest, block.weights[n]);
  largest = over_block<Split, true>(largest, block);
  const float base = largest == minus_infinity() ? 0.0f : largest;
  for (int n = static_cast<int>(threadIdx.x); n < block.count; n += Split::threads) {
    const bool hidden = block.weights[n] == minus_infinity();
    const float weight = fast_exp2((block.weights[n] - base) * log2_e);
    block.weights[n] = hidden ? -1.0f : weight;
    sum += weight;
  }
  sum = over_block<Split, false>(sum, block);
  store_split<T, Split>(p, block, sum);
  if (threadIdx.x == 0)
    p.partial_lse[p.slot(block.b, block.h, block.i, block.split)] = sum == 0 ? minus_infinity() : base + logf(sum);
}

/// A split's weight in the row, from its log-sum-exp and the largest of them.
__device__ __forceinline__ float weight_of(float lse, float base) { return fast_exp2((lse - base) * log2_e); }

/// Grid: queries, query heads, batch.
template <class T>
__global__ void merge(Parameters<T> p) {
  const std::int64_t b = blockIdx.z, h = blockIdx.y, i = blockIdx.x, first = p.slot(b, h, i, 0);
  const std::int64_t splits = p.splits;
  float largest = minus_infinity(), sum = 0;
  for (std::int64_t s = 0; s < splits; ++s) largest = fmaxf(largest, p.partial_lse[first + s]);
  const float base = largest == minus_infinity() ? 0.0f : largest;
  for (std::int64_t s = 0; s < splits; ++s) sum += weight_of(p.partial_lse[first + s], base);
  for (std::int64_t d = threadIdx.x; d < p.problem.value_dim; d += blockDim.x) {
    float total = 0;
    for (std::int64_t s = 0; s < splits; ++s)
      total =
          fmaf(weight_of(p.partial_lse[first + s], base), p.partial_out[(first + s) * p.problem.value_dim + d], total);
    p.out.at(b, h, i, d) = from_float<T>(sum == 0 ? 0.0f : total / sum);
  }
  if (p.lse.data && threadIdx.x == 0) p.lse.at(b, h, i, 0) = sum == 0 ? minus_infinity() : base + logf(sum);
}

}  // namespace assay::cuda::split_kv

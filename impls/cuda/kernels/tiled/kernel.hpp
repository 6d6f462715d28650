// SPDX-License-Identifier: Apache-2.0
// The online softmax in tiles: a block has Tile::rows queries of one head, keys and values pass through shared memory.
#pragma once

#include "impls/cuda/kernels/common/warp.hpp"
#include "impls/cuda/kernels/tiled/parameters.hpp"

namespace assay::cuda::tiled {

/// What a thread knows of its block, and the block's pieces of shared memory.
template <class T, class Tile>
struct Block {
  int lane, warp;
  std::int64_t b, h, g, first_query;
  int pitch;
  T *queries, *keys, *values;
  float* weights;

  __device__ std::int64_t query(int r) const { return first_query + row(r); }
  __device__ int row(int r) const { return warp * Tile::warp_rows + r; }
};

/// The running state of a warp's queries. A lane has features lane, lane + 32, ... of their outputs.
template <class Tile>
struct State {
  float largest[Tile::warp_rows];
  float sum[Tile::warp_rows];
  float out[Tile::warp_rows][Tile::lane_features];
};

template <class T, class Tile>
__device__ __forceinline__ Block<T, Tile> open_block(const Parameters<T>& p) {
  const int head_dim = static_cast<int>(p.problem.head_dim), value_dim = static_cast<int>(p.problem.value_dim);
  SharedCarve carve = dynamic_shared();
  Block<T, Tile> block{};
  block.lane = static_cast<int>(threadIdx.x % 32);
  block.warp = static_cast<int>(threadIdx.x / 32);
  block.b = blockIdx.z;
  block.h = blockIdx.y;
  block.g = key_head_of(p.problem, block.h);
  block.first_query = static_cast<std::int64_t>(blockIdx.x) * Tile::rows;
  block.pitch = row_pitch(head_dim);
  block.queries = carve.take<T>(Tile::rows * block.pitch, "queries");
  block.keys = carve.take<T>(Tile::keys * block.pitch, "keys");
  block.values = carve.take<T>(Tile::keys * value_dim, "values");
  block.weights = carve.take<float>(Tile::rows * Tile::keys, "weights");
  return block;
}

template <class T, class Tile>
__device__ __forceinline__ void load_queries(const Parameters<T>& p, const Block<T, Tile>& block) {
  for (int r = block.warp; r < Tile::rows; r += Tile::warps) {
    const std::int64_t i = block.first_query + r;
    const bool inside = i < p.problem.queries;
    for (int d = block.lane; d < p.problem.head_dim; d += 32)
      block.queries[r * block.pitch + d] = inside ? p.query.at(block.b, block.h, i, d) : from_float<T>(0);
  }
}

/// Keys and values from `first` on; behind the last one zeros.
template <class T, class Tile>
__device__ __forceinline__ void load_tile(const Parameters<T>& p, const Block<T, Tile>& block, std::int64_t first) {
  const int value_dim = static_cast<int>(p.problem.value_dim);
  for (int r = block.warp; r < Tile::keys; r += Tile::warps) {
    const std::int64_t j = first + r;
    const bool inside = j < p.problem.keys;
    for (int d = block.lane; d < p.problem.head_dim; d += 32)
      block.keys[r * block.pitch + d] = inside ? p.key.at(block.b, block.g, j, d) : from_float<T>(0);
    for (int d = block.lane; d < value_dim; d += 32)
      block.values[r * value_dim + d] = inside ? p.value.at(block.b, block.g, j, d) : from_float<T>(0);
  }
}

/// Whether query r of the warp sees key j.
template <class T, class Tile>
__device__ __forceinline__ bool sees(const Parameters<T>& p, const Block<T, Tile>& block, const KeyRange& range,
                                     std::int64_t i, std::int64_t j) {
  if (i >= p.problem.queries || j < range.begin || j >= range.end || j >= p.problem.keys) return false;
  if (!mask_shows(p.problem, block.b, block.h, i, j)) return false;
  return !p.bias.data || to_float(p.bias.at(block.b, block.h, i, j)) != minus_infinity();
}

template <class T, class Tile>
__device__ __forceinline__ float score(const Parameters<T>& p, const Block<T, Tile>& block, int r, int key,
                                       std::int64_t j) {
  const T* query = block.queries + block.row(r) * block.pitch;
  const T* other = block.keys + key * block.pitch;
  float dot = 0;
  for (int d = 0; d < p.problem.head_dim; ++d) dot = fmaf(to_float(query[d]), to_float(other[d]), dot);
  dot *= p.scale;
  return p.bias.data ? dot + to_float(p.bias.at(block.b, block.h, block.query(r), j)) : dot;
}

template <class T, class Tile>
__device__ __forceinline__ void add_value(const Parameters<T>& p, const Block<T, Tile>& block, int r, int key,
                                          float weight, State<Tile>& state) {
  const int value_dim = static_cast<int>(p.problem.value_dim);
  const T* value = block.values + key * value_dim;
#pragma unroll
  for (int c = 0; c < Tile::lane_features; ++c) {
    const int d = block.lane + 32 * c;
    if (d < value_dim) state.out[r][c] = fmaf(weight, to_float(value[d]), state.out[r][c]);
  }
}

/// Adds the tile's values to the outputs of query r, hidden keys left out whatever they hold.
template <class T, class Tile>
__device__ __forceinline__ void add_values(const Parameters<T>& p, const Block<T, Tile>& block, int r,
                                           const unsigned (&shown)[Tile::lane_keys], float keep, State<Tile>& state) {
  const float* weights = block.weights + block.row(r) * Tile::keys;
#pragma unroll
  for (int c = 0; c < Tile::lane_features; ++c) state.out[r][c] *= keep;
#pragma unroll
  for (int k = 0; k < Tile::lane_keys; ++k)
#pragma unroll 1
    for (int key = 32 * k; key < Tile::keys && key < 32 * k + 32; ++key)
      if (shown[k] >> key % 32 & 1) add_value(p, block, r, key, weights[key], state);
}

/// One tile for query r of the warp.
template <class T, class Tile>
__device__ __forceinline__ void take_row(const Parameters<T>& p, const Block<T, Tile>& block, int r, std::int64_t first,
                                         State<Tile>& state) {
  const std::int64_t i = block.query(r);
  const KeyRange range = range_of(p.problem, block.b, i);
  float scores[Tile::lane_keys];
  unsigned shown[Tile::lane_keys];
  float largest = minus_infinity();
  for (int k = 0; k < Tile::lane_keys; ++k) {
    const int key = block.lane + 32 * k;
    const bool seen = key < Tile::keys && sees(p, block, range, i, first + key);
    scores[k] = seen ? score(p, block, r, key, first + key) : minus_infinity();
    shown[k] = __ballot_sync(all_lanes, seen);
    largest = fmaxf(largest, scores[k]);
  }
  largest = fmaxf(state.largest[r], warp_max(largest));
  const float base = largest == minus_infinity() ? 0.0f : largest;
  const float keep = exp2f((state.largest[r] - base) * log2_e);
  float sum = 0;
  for (int k = 0; k < Tile::lane_keys; ++k) {
    const int key = block.lane + 32 * k;
    const float weight = shown[k] >> block.lane & 1 ? exp2f((scores[k] - base) * log2_e) : 0.0f;
    if (key < Tile::keys) block.weights[block.row(r) * Tile::keys + key] = weight;
    sum += weight;
  }
  state.sum[r] = state.sum[r] * keep + warp_sum(sum);
  state.largest[r] = largest;
  __syncwarp();
  add_values(p, block, r, shown, keep, state);
}

template <class T, class Tile>
__device__ __forceinline__ void store(const Parameters<T>& p, const Block<T, Tile>& block, const State<Tile>& state) {
#pragma unroll
  for (int r = 0; r < Tile::warp_rows; ++r) {
    const std::int64_t i = block.query(r);
    if (i >= p.problem.queries) continue;
#pragma unroll
    for (int c = 0; c < Tile::lane_features; ++c) {
      const int d = block.lane + 32 * c;
      if (d < p.problem.value_dim)
        p.out.at(block.b, block.h, i, d) = from_float<T>(state.sum[r] == 0 ? 0.0f : state.out[r][c] / state.sum[r]);
    }
    if (p.lse.data && block.lane == 0)
      p.lse.at(block.b, block.h, i, 0) = state.sum[r] == 0 ? minus_infinity() : state.largest[r] + logf(state.sum[r]);
  }
}

/// Grid: tiles of queries, query heads, batch.
template <class T, class Tile>
__global__ void __launch_bounds__(Tile::threads) attend(Parameters<T> p) {
  const Block<T, Tile> block = open_block<T, Tile>(p);
  State<Tile> state{};
  for (int r = 0; r < Tile::warp_rows; ++r) state.largest[r] = minus_infinity();
  load_queries(p, block);
  const std::int64_t beyond = block.first_query + Tile::rows;
  const std::int64_t last = (beyond < p.problem.queries ? beyond : p.problem.queries) - 1;
  std::int64_t end = range_of(p.problem, block.b, last).end;
  for (std::int64_t first = range_of(p.problem, block.b, block.first_query).begin / Tile::keys * Tile::keys;
       first < end; first += Tile::keys) {
    load_tile(p, block, first);
    __syncthreads();
#pragma unroll
    for (int r = 0; r < Tile::warp_rows; ++r) take_row(p, block, r, first, state);
    __syncthreads();
  }
  store(p, block, state);
}

}  // namespace assay::cuda::tiled

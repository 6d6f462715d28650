// SPDX-License-Identifier: Apache-2.0
// The online softmax on tensor cores: a warp has 16 queries, keys and values of the next tile arrive in the background.
#pragma once

#include "impls/cuda/kernels/common/warp.hpp"
#include "impls/cuda/kernels/tensor_core/fragments.hpp"
#include "impls/cuda/kernels/tensor_core/loads.hpp"
#include "impls/cuda/kernels/tensor_core/parameters.hpp"

namespace assay::cuda::tensor_core {

/// What a thread knows of its block. It has queries query(0) and query(1), 8 apart.
struct Block {
  int lane, warp;
  std::int64_t b, h, g, first_query;
  int key_pitch, value_pitch;
  std::uint16_t* queries;                                          ///< of this warp
  std::uint16_t *even_keys, *even_values, *odd_keys, *odd_values;  ///< the tile at work and the one that arrives
  float* weights;  ///< of this warp's queries, where values are infinite or NaN

  __device__ std::uint16_t* keys(int buffer) const { return buffer ? odd_keys : even_keys; }
  __device__ std::uint16_t* values(int buffer) const { return buffer ? odd_values : even_values; }
  __device__ std::int64_t query(int n) const { return first_query + 16 * warp + lane / 4 + 8 * n; }
};

/// The running state of the thread's two queries. Sums of values lie as mma gives them.
template <class Tile>
struct State {
  float largest[2], sum[2];
  FragmentC out[Tile::feature_tiles];
};

template <class Tile>
__device__ __forceinline__ Block open_block(const Parameters& p) {
  SharedCarve carve = dynamic_shared();
  Block block{};
  block.lane = static_cast<int>(threadIdx.x % 32);
  block.warp = static_cast<int>(threadIdx.x / 32);
  block.b = blockIdx.z;
  block.h = blockIdx.y;
  block.g = key_head_of(p.problem, block.h);
  block.first_query = static_cast<std::int64_t>(blockIdx.x) * Tile::rows;
  block.key_pitch = pitch_of(static_cast<int>(p.problem.head_dim));
  block.value_pitch = pitch_of(static_cast<int>(p.problem.value_dim));
  block.queries =
      carve.take<std::uint16_t>(Tile::rows * block.key_pitch, "queries") + 16 * block.warp * block.key_pitch;
  block.even_keys = carve.take<std::uint16_t>(Tile::keys * block.key_pitch, "even_keys");
  block.even_values = carve.take<std::uint16_t>(Tile::keys * block.value_pitch, "even_values");
  block.odd_keys = carve.take<std::uint16_t>(Tile::keys * block.key_pitch, "odd_keys");
  block.odd_values = carve.take<std::uint16_t>(Tile::keys * block.value_pitch, "odd_values");
  block.weights = carve.take<float>(Tile::rows * Tile::keys, "weights") + 16 * block.warp * Tile::keys;
  return block;
}

template <class Tile>
__device__ __forceinline__ void load_tile(const Parameters& p, const Block& block, std::int64_t first, int buffer) {
  const int head_dim = static_cast<int>(p.problem.head_dim), value_dim = static_cast<int>(p.problem.value_dim);
  const Rows keys{block.b,        block.g, first, p.problem.keys, Tile::keys, head_dim, (head_dim + 15) / 16 * 16,
                  block.key_pitch};
  const Rows values{block.b,          block.g, first, p.problem.keys, Tile::keys, value_dim, (value_dim + 7) / 8 * 8,
                    block.value_pitch};
  load_rows<Tile::warps>(p.key, keys, p.key_vectors, block.keys(buffer));
  load_rows<Tile::warps>(p.value, values, p.value_vectors, block.values(buffer));
}

template <class T>
__device__ __forceinline__ bool sees(const Parameters& p, const Block& block, const KeyRange& range, std::int64_t i,
                                     std::int64_t j) {
  if (i >= p.problem.queries || j < range.begin || j >= range.end || j >= p.problem.keys) return false;
  if (!mask_shows(p.problem, block.b, block.h, i, j)) return false;
  return !p.bias.data || number<T>(p.bias.at(block.b, block.h, i, j)) != minus_infinity();
}

/// scores = queries of the warp times keys of the tile.
template <class T, class Tile>
__device__ __forceinline__ void multiply_keys(const Parameters& p, const Block& block, const std::uint16_t* keys,
                                              FragmentC (&scores)[Tile::key_tiles]) {
#pragma unroll
  for (int n = 0; n < Tile::key_tiles; ++n) scores[n] = FragmentC{};
#pragma unroll 1
  for (int d = 0; d < p.problem.head_dim; d += 16) {
    const FragmentA<T> query = load_a<T>(block.queries, block.key_pitch, d, block.lane);
#pragma unroll
    for (int n = 0; n < Tile::key_tiles; ++n) {
      const FragmentB<T> key = load_b<T>(keys + 8 * n * block.key_pitch, block.key_pitch, d, block.lane);
      mma_m16n8k16(scores[n], query, key, scores[n]);
    }
  }
}

/// Scales, biases and hides: a hidden key's score becomes -inf. Bit n of the result: element n is shown.
template <class T, class Tile>
__device__ __forceinline__ std::uint64_t finish_scores(const Parameters& p, const Block& block, std::int64_t first,
                                                       FragmentC (&scores)[Tile::key_tiles]) {
  static_assert(4 * Tile::key_tiles <= 64);
  std::uint64_t shown = 0;
#pragma unroll
  for (int q = 0; q < 2; ++q) {
    const std::int64_t i = block.query(q);
    const KeyRange range = range_of(p.problem, block.b, i);
#pragma unroll
    for (int n = 0; n < 2 * Tile::key_tiles; ++n) {
      const std::int64_t j = first + n / 2 * 8 + block.lane % 4 * 2 + n % 2;
      float& score = scores[n / 2].r[2 * q + n % 2];
      if (sees<T>(p, block, range, i, j)) {
        shown |= std::uint64_t{1} << (n / 2 * 4 + 2 * q + n % 2);
        score *= p.scale;
        if (p.bias.data) score += number<T>(p.bias.at(block.b, block.h, i, j));
      } else {
        score = minus_infinity();
      }
    }
  }
  return shown;
}

/// Turns scores into weights and moves the running state of both queries.
template <class Tile>
__device__ __forceinline__ void soften(FragmentC (&scores)[Tile::key_tiles], State<Tile>& state) {
#pragma unroll
  for (int q = 0; q < 2; ++q) {
    float largest = minus_infinity(), sum = 0;
#pragma unroll
    for (int n = 0; n < 2 * Tile::key_tiles; ++n) largest = fmaxf(largest, scores[n / 2].r[2 * q + n % 2]);
    for (int distance = 2; distance > 0; distance /= 2)
      largest = fmaxf(largest, __shfl_xor_sync(all_lanes, largest, distance));
    largest = fmaxf(largest, state.largest[q]);
    const float base = largest == minus_infinity() ? 0.0f : largest;
    const float keep = fast_exp2((state.largest[q] - base) * log2_e);
#pragma unroll
    for (int n = 0; n < 2 * Tile::key_tiles; ++n) {
      float& weight = scores[n / 2].r[2 * q + n % 2];
      weight = fast_exp2((weight - base) * log2_e);
      sum += weight;
    }
    for (int distance = 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
    state.sum[q] = state.sum[q] * keep + sum;
    state.largest[q] = largest;
#pragma unroll
    for (int n = 0; n < 2 * Tile::feature_tiles; ++n) state.out[n / 2].r[2 * q + n % 2] *= keep;
  }
}

/// Adds weights times values; says whether a value was infinite or NaN, and thus left out.
template <class T, class Tile>
__device__ __forceinline__ bool multiply_values(const Parameters& p, const Block& block, const std::uint16_t* values,
                                                const FragmentC (&weights)[Tile::key_tiles], State<Tile>& state) {
  bool special = false;
#pragma unroll
  for (int k = 0; k < Tile::keys / 16; ++k) {
    const FragmentA<T> rounded = round_weights<T>(weights[2 * k], weights[2 * k + 1]);
#pragma unroll
    for (int n = 0; n < Tile::feature_tiles; ++n) {
      if (8 * n >= p.problem.value_dim) continue;
      const std::uint16_t* rows = values + 16 * k * block.value_pitch + 8 * n;
      mma_m16n8k16(state.out[n], rounded, load_values<T>(rows, block.value_pitch, block.lane, special), state.out[n]);
    }
  }
  return special;
}

/// Adds infinite and NaN values, one by one, to the queries that see them. All lanes of the warp.
template <class T, class Tile>
__device__ __forceinline__ void add_special_values(const Parameters& p, const Block& block, const std::uint16_t* values,
                                                   const FragmentC (&weights)[Tile::key_tiles], std::uint64_t shown,
                                                   State<Tile>& state) {
  constexpr float hidden = -1;
  float* const row = block.weights + block.lane / 4 * Tile::keys;
  __syncwarp();
#pragma unroll
  for (int n = 0; n < 4 * Tile::key_tiles; ++n)
    row[n % 4 / 2 * 8 * Tile::keys + n / 4 * 8 + block.lane % 4 * 2 + n % 2] =
        shown >> n & 1 ? weights[n / 4].r[n % 4] : hidden;
  __syncwarp();
#pragma unroll 1
  for (int key = 0; key < Tile::keys; ++key) {
#pragma unroll
    for (int n = 0; n < 4 * Tile::feature_tiles; ++n) {
      const int d = n / 4 * 8 + block.lane % 4 * 2 + n % 2;
      if (d >= p.problem.value_dim || row[n % 4 / 2 * 8 * Tile::keys + key] == hidden) continue;
      const std::uint16_t value = values[key * block.value_pitch + d];
      if (is_special<T>(value)) state.out[n / 4].r[n % 4] += row[n % 4 / 2 * 8 * Tile::keys + key] * number<T>(value);
    }
  }
}

template <class T, class Tile>
__device__ __forceinline__ void take_tile(const Parameters& p, const Block& block, std::int64_t first, int buffer,
                                          State<Tile>& state) {
  FragmentC scores[Tile::key_tiles];
  multiply_keys<T, Tile>(p, block, block.keys(buffer), scores);
  const std::uint64_t shown = finish_scores<T, Tile>(p, block, first, scores);
  soften<Tile>(scores, state);
  const bool special = multiply_values<T, Tile>(p, block, block.values(buffer), scores, state);
  if (__any_sync(all_lanes, special)) add_special_values<T, Tile>(p, block, block.values(buffer), scores, shown, state);
}

template <class T, class Tile>
__device__ __forceinline__ void store(const Parameters& p, const Block& block, const State<Tile>& state) {
#pragma unroll
  for (int q = 0; q < 2; ++q) {
    const std::int64_t i = block.query(q);
    if (i >= p.problem.queries) continue;
    const float sum = state.sum[q];
#pragma unroll
    for (int n = 0; n < 2 * Tile::feature_tiles; ++n) {
      const int d = n / 2 * 8 + block.lane % 4 * 2 + n % 2;
      if (d < p.problem.value_dim)
        p.out.at(block.b, block.h, i, d) = bits_of<T>(sum == 0 ? 0.0f : state.out[n / 2].r[2 * q + n % 2] / sum);
    }
    if (p.lse.data && block.lane % 4 == 0)
      p.lse.at(block.b, block.h, i, 0) = sum == 0 ? minus_infinity() : state.largest[q] + logf(sum);
  }
}

/// The wait for the tile at work, while the next one arrives: the thread's own copies, then everybody's.
__device__ __forceinline__ void await_tile() {
  cp_async_wait<1>();
  __syncthreads();
}

/// Grid: tiles of queries, query heads, batch.
template <class T, class Tile>
__global__ void __launch_bounds__(Tile::threads) attend(Parameters p) {
  const Block block = open_block<Tile>(p);
  State<Tile> state{};
  state.largest[0] = state.largest[1] = minus_infinity();
  const int head_dim = static_cast<int>(p.problem.head_dim);
  const Rows queries{block.b, block.h,  block.first_query + 16 * block.warp, p.problem.queries,
                     16,      head_dim, (head_dim + 15) / 16 * 16,           block.key_pitch};
  for (int r = 0; r < 16; ++r) load_row(p.query, queries, r, block.lane, block.queries + r * block.key_pitch);

  const std::int64_t beyond = block.first_query + Tile::rows;
  const std::int64_t last = (beyond < p.problem.queries ? beyond : p.problem.queries) - 1;
  std::int64_t end = range_of(p.problem, block.b, last).end;
  const std::int64_t begin = range_of(p.problem, block.b, block.first_query).begin / Tile::keys * Tile::keys;
  if (begin < end) load_tile<Tile>(p, block, begin, 0);
  cp_async_commit();
  int buffer = 0;
  for (std::int64_t first = begin; first < end; first += Tile::keys) {
    const std::int64_t next = first + Tile::keys;
    if (next < end) load_tile<Tile>(p, block, next, 1 - buffer);
    cp_async_commit();
    await_tile();
    take_tile<T, Tile>(p, block, first, buffer, state);
    __syncthreads();
    buffer = 1 - buffer;
  }
  store<T, Tile>(p, block, state);
}

}  // namespace assay::cuda::tensor_core

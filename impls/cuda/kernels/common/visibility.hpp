// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "impls/cuda/kernels/common/view.hpp"

namespace assay::cuda {

/// Sizes of a call and which of its keys a query sees.
struct Problem {
  std::int64_t batch, query_heads, key_heads, queries, keys, head_dim, value_dim;
  int heads_interleaved;
  int causal;
  int from_end;              ///< with key lengths the offset is their length minus the number of queries
  std::int64_t offset;       ///< query i stands at key i + offset
  std::int64_t window_left;  ///< negative: no limit
  std::int64_t window_right;
  int mask_hides;
  View<const std::int32_t> key_lengths;
  View<const std::int32_t> query_segments;
  View<const std::int32_t> key_segments;
  View<const std::uint8_t> mask;
};

/// Keys [begin, end); no key where end <= begin.
struct KeyRange {
  std::int64_t begin, end;
};

__device__ __forceinline__ std::int64_t key_head_of(const Problem& p, std::int64_t head) {
  return p.heads_interleaved ? head % p.key_heads : head / (p.query_heads / p.key_heads);
}

/// Keys of an example that its length leaves.
__device__ __forceinline__ std::int64_t length_of(const Problem& p, std::int64_t b) {
  const std::int64_t length = p.key_lengths.data ? p.key_lengths.at(b, 0, 0, 0) : p.keys;
  return length < p.keys ? length : p.keys;
}

/// The key at which query i stands.
__device__ __forceinline__ std::int64_t own_position(const Problem& p, std::int64_t b, std::int64_t i) {
  return i + (p.from_end ? length_of(p, b) - p.queries : p.offset);
}

/// The keys that position alone lets a query see: lengths, causality and window. Both ends never fall as i rises.
__device__ __forceinline__ KeyRange range_of(const Problem& p, std::int64_t b, std::int64_t i) {
  KeyRange range{0, length_of(p, b)};
  const std::int64_t own = own_position(p, b, i);
  if (p.causal && own + 1 < range.end) range.end = own + 1;
  if (p.window_right >= 0 && own + p.window_right + 1 < range.end) range.end = own + p.window_right + 1;
  if (p.window_left >= 0 && own - p.window_left > range.begin) range.begin = own - p.window_left;
  return range;
}

/// Whether the boolean mask lets query i see key j.
__device__ __forceinline__ bool mask_shows(const Problem& p, std::int64_t b, std::int64_t h, std::int64_t i,
                                           std::int64_t j) {
  return !p.mask.data || (p.mask.at(b, h, i, j) != 0) != (p.mask_hides != 0);
}

/// Whether query i and key j are of one segment.
__device__ __forceinline__ bool segments_show(const Problem& p, std::int64_t b, std::int64_t i, std::int64_t j) {
  return !p.query_segments.data || p.query_segments.at(b, 0, 0, i) == p.key_segments.at(b, 0, 0, j);
}

}  // namespace assay::cuda

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "impls/cpu/vector_exp.hpp"

namespace assay::impls::cpu {

/// The arithmetic of one tile, as plain loops of constant length that the compiler turns into vector code.

inline constexpr std::int64_t tile_keys = 64;  ///< keys per tile: the block of the online softmax
inline constexpr std::int64_t panel_rows = 6;  ///< query rows per panel: 6 x 16 sums fill twelve 8-lane registers
inline constexpr std::int64_t panel_width = 16;
static_assert(tile_keys % panel_width == 0);

/// Row-major floats; rows are stride apart.
template <class Element>
struct Panel {
  Element* data;
  std::int64_t stride;
  Element* row(std::int64_t r) const { return data + r * stride; }
};

/// c += a b for panel_rows x depth times depth x panel_width: each sum one chain of fused multiply-adds in ascending
/// order.
[[gnu::always_inline]] inline void add_panel_product(Panel<const float> a, Panel<const float> b, Panel<float> c,
                                                     std::int64_t depth) {
  float sums[panel_rows][panel_width];
  for (int r = 0; r < panel_rows; ++r)
    for (int n = 0; n < panel_width; ++n) sums[r][n] = c.row(r)[n];
  for (std::int64_t t = 0; t < depth; ++t)
    for (int r = 0; r < panel_rows; ++r)
      for (int n = 0; n < panel_width; ++n) sums[r][n] = std::fma(a.row(r)[t], b.row(t)[n], sums[r][n]);
  for (int r = 0; r < panel_rows; ++r)
    for (int n = 0; n < panel_width; ++n) c.row(r)[n] = sums[r][n];
}

/// Largest of a row of tile_keys scores; NaN is passed over.
[[gnu::always_inline]] inline float row_max(const float* scores) {
  float lanes[panel_width];
  for (int n = 0; n < panel_width; ++n) lanes[n] = scores[n];
  for (std::int64_t j = panel_width; j < tile_keys; j += panel_width)
    for (int n = 0; n < panel_width; ++n) lanes[n] = scores[j + n] > lanes[n] ? scores[j + n] : lanes[n];
  float largest = -INFINITY;
  for (int n = 0; n < panel_width; ++n) largest = lanes[n] > largest ? lanes[n] : largest;
  return largest;
}

/// scores[j] <- e^(scores[j] - shift); returns their sum (sixteen interleaved partial sums, then those in order).
[[gnu::always_inline]] inline float exponentials(float* scores, float shift) {
  float lanes[panel_width] = {};
  for (std::int64_t j = 0; j < tile_keys; j += panel_width)
    for (int n = 0; n < panel_width; ++n) {
      scores[j + n] = nonpositive_exp(scores[j + n] - shift);
      lanes[n] += scores[j + n];
    }
  float sum = 0;
  for (int n = 0; n < panel_width; ++n) sum += lanes[n];
  return sum;
}

}  // namespace assay::impls::cpu

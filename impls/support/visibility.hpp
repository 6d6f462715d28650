// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "reference/model/inputs.hpp"
#include "reference/model/problem.hpp"

namespace assay::impls {

/// The built-in kernels' own reading of a problem: which keys a query sees, which key head it reads, what is added to
/// its scores. Derived from the problem's fields alone and independent of the model's mask rules, so that a mistake in
/// either shows.

/// One query row: batch b, query head h, query i.
struct RowPlace {
  std::int64_t batch = 0;
  std::int64_t head = 0;
  std::int64_t query = 0;
};

/// The keys of one row. Keep one and refill it: the flags' storage is reused.
struct RowKeys {
  std::int64_t begin = 0;  ///< keys outside [begin, end) are hidden
  std::int64_t end = 0;
  bool dense = true;                ///< every key of [begin, end) is visible and flags is unused
  std::vector<std::uint8_t> flags;  ///< one a key of the whole axis, meaningful in [begin, end) when not dense

  bool sees(std::int64_t key) const {
    return key >= begin && key < end && (dense || flags[static_cast<std::size_t>(key)] != 0);
  }
  /// Number of visible keys.
  std::int64_t count() const;
};

/// Position on the key axis at which query 0 of this batch stands.
std::int64_t first_position(const Problem& problem, const Inputs& inputs, std::int64_t batch);

/// The key/value head that a query head reads.
std::int64_t key_head_of(const Problem& problem, std::int64_t query_head);

/// Causality, window, key lengths, segments, boolean mask and additive -inf, all together.
void find_keys(const Problem& problem, const Inputs& inputs, const RowPlace& row, RowKeys& keys);

/// True when something is added to scores: an additive bias or ALiBi.
bool has_terms(const Problem& problem);

/// What is added to each score of the row: bias minus slope times distance, key_length elements, computed in Real (at
/// most two roundings). Zeros when has_terms() is false.
template <class Real>
void added_terms(const Problem& problem, const Inputs& inputs, const RowPlace& row, std::vector<Real>& terms);

/// Kept weights of the row in training, one byte a key of the axis: the given mask, or one drawn from the seed, a pure
/// function of (seed, batch, head, query, key). Leaves keep empty in evaluation.
void kept_weights(const Problem& problem, const Inputs& inputs, const RowPlace& row, std::vector<std::uint8_t>& keep);

/// Draws from the seed whatever the mode, key_length bytes, each 0 with the problem's dropout probability.
void draw_kept(const Problem& problem, std::uint64_t seed, const RowPlace& row, std::vector<std::uint8_t>& keep);

}  // namespace assay::impls

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "reference/model/inputs.hpp"
#include "reference/model/mask.hpp"

namespace assay::reference {

/// The binary positions that a set of numbers uses: all |x| < 2^high, all x multiples of 2^low; high < low when all are
/// zero.
struct BitSpan {
  int high = -100000;
  int low = 100000;
};

/// Keys and values of one (batch, key head), decoded: row-major, exact.
struct HeadData {
  std::int64_t key_length = 0;
  std::int64_t head_dim = 0;
  std::int64_t value_dim = 0;
  std::vector<double> keys;    ///< key_length x head_dim
  std::vector<double> values;  ///< key_length x value_dim
  bool finite_keys = false;    ///< known to hold neither NaN nor infinity
  bool finite_values = false;
  double value_max = 0;            ///< largest finite |value|
  std::vector<BitSpan> key_spans;  ///< of each key row, for exact_dots()
  const double* key(std::int64_t j) const { return keys.data() + j * head_dim; }
  const double* value(std::int64_t j) const { return values.data() + j * value_dim; }
};

/// One query row with everything the definition needs, as exact doubles. Vectors per key run over the visible keys,
/// ascending.
///
///   raw_j   = sigma q . k_j                               sigma: scale, or 1/sqrt(head_dim) when it is not given
///   score_j = cap(raw_j) + bias_j + alibi_j               or cap(raw_j + bias_j + alibi_j), by the convention
///   weight_j = exp(score_j - max), sum = Sum weight_j (+ exp(sink - max)), p_j = weight_j / sum
///   out_c   = Sum_j p_j z_j v_jc                          z_j = keep_j / (1 - dropout) in training, 1 otherwise
///   lse     = max + ln sum
struct RowData {
  const Problem* problem = nullptr;
  RowIndex index;
  std::shared_ptr<const HeadData> head;
  std::vector<double> query;       ///< head_dim
  std::vector<std::int64_t> keys;  ///< visible keys; those with a score of -inf are not among them
  std::vector<double> bias;        ///< empty when the problem has none
  std::vector<double> alibi;       ///< -slope |i + offset - j|, exact; empty when the problem has none
  std::optional<double> sink;
  std::vector<std::uint8_t> keep;  ///< dropout: kept weights; empty unless in training

  std::size_t count() const { return keys.size(); }
  const double* key(std::size_t n) const { return head->key(keys[n]); }
  const double* value(std::size_t n) const { return head->value(keys[n]); }
  /// z = keep / (1 - p), rounded twice; 1 outside training.
  double keep_factor(std::size_t n) const {
    if (keep.empty()) return 1;
    return keep[n] ? 1 / (1 - problem->dropout.probability) : 0;
  }
  double bias_sum(std::size_t n) const { return (bias.empty() ? 0 : bias[n]) + (alibi.empty() ? 0 : alibi[n]); }
};

/// The rows of a call; decodes each head once. Holds references: problem and inputs must outlive it.
class CaseRows {
 public:
  CaseRows(const Problem& problem, const Inputs& inputs);
  RowData row(const RowIndex& index) const;
  /// Every row, batch first, query last.
  std::vector<RowIndex> indices() const;

 private:
  const Problem& problem_;
  const Inputs& inputs_;
  std::vector<std::shared_ptr<const HeadData>> heads_;  ///< batch x key_heads
};

}  // namespace assay::reference

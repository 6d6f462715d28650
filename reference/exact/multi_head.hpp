// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/exact/score_function.hpp"

namespace assay::reference {

/// The multi-head layer: project, split into heads, attend, concatenate, project (Vaswani et al., 2017, section 3.2.2).
/// A projection is y = W x + b with W (output width x input width); an empty bias is zero.
///
///   q_i = W_Q x_i + b_Q,  k_j = W_K y_j + b_K,  v_j = W_V y_j + b_V      inner width d = heads d_k
///   head h: rows h d_k .. (h + 1) d_k of q, k, v; scores q . k / sqrt(d_k)
///   out_i = W_O [head_1; ...; head_h]_i + b_O
struct MultiHeadLayer {
  std::int64_t heads = 1;
  Matrix w_q, w_k, w_v, w_o;
  std::vector<double> b_q, b_k, b_v, b_o;

  std::int64_t inner_width() const { return static_cast<std::int64_t>(w_q.size()); }
  std::int64_t head_width() const { return inner_width() / heads; }
  std::int64_t parameter_count() const;
};

/// d_k = d_model / heads. Throws UsageError if heads do not divide d_model.
std::int64_t head_width(std::int64_t d_model, std::int64_t heads);

/// Throws UsageError naming the part: heads that do not divide the width, projections whose shapes do not fit.
void validate(const MultiHeadLayer& layer);

struct MultiHeadSteps {
  IntervalMatrix queries, keys, values;  ///< projected, not split
  std::vector<AttentionSteps> heads;
  IntervalMatrix concatenated;
  IntervalMatrix out;
};

/// One sequence per row of a matrix: `from` asks, `to` is attended. Self-attention passes the same twice; in
/// cross-attention their lengths and input widths may differ. `visible` as in AttentionOperands.
struct LayerInput {
  Matrix from;
  Matrix to;
  std::vector<std::vector<std::uint8_t>> visible;
};
MultiHeadSteps evaluate(const MultiHeadLayer& layer, const LayerInput& input, int precision_bits);

/// Every intermediate, one line a vector.
std::string to_text(const MultiHeadSteps& steps);

}  // namespace assay::reference

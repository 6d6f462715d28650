// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "reference/exact/interval.hpp"

namespace assay::reference {

using Matrix = std::vector<std::vector<double>>;  ///< rows of equal length, exact
using IntervalVector = std::vector<Interval>;
using IntervalMatrix = std::vector<IntervalVector>;

IntervalMatrix to_intervals(const Matrix& rows, int precision_bits);
Interval dot(const IntervalVector& a, const IntervalVector& b);
/// weights (rows x columns) times x, plus bias unless it is empty.
IntervalVector affine(const Matrix& weights, const std::vector<double>& bias, const IntervalVector& x);
/// exp(s_j - shift) / Sum.
IntervalVector softmax(const IntervalVector& scores);

/// How well a query and a key match, before the softmax.
struct ScoreFunction {
  std::string_view name;
  std::function<Interval(const IntervalVector& query, const IntervalVector& key)> score;
};

/// scale q . k; by default 1/sqrt(d), the real number (Vaswani et al., Attention Is All You Need, 2017, equation 1).
ScoreFunction dot_score(std::optional<double> scale = std::nullopt);

/// w . tanh(W1 q + W2 k): a small network scores each pair (Bahdanau, Cho, Bengio, 2015, appendix A.1.2).
struct AdditiveWeights {
  Matrix w1;  ///< hidden x query width
  Matrix w2;  ///< hidden x key width
  std::vector<double> w;
};
ScoreFunction additive_score(AdditiveWeights weights);

/// q . k / (|q| |k| temperature): in [-1, 1] / temperature. A zero vector has no direction: its score is unbounded.
ScoreFunction cosine_score(double temperature);

/// scale q . (W k); default scale 1/sqrt(width of q). Equal to the dot product of W^T q and k, so W can be absorbed
/// in the projection of the query (Luong, Pham, Manning, 2015, "general").
ScoreFunction bilinear_score(Matrix w, std::optional<double> scale = std::nullopt);

/// The steps of attention with any score function; hidden pairs have weight 0 and no score.
struct AttentionSteps {
  IntervalMatrix scores;   ///< query x key
  IntervalMatrix weights;  ///< query x key
  IntervalMatrix out;      ///< query x value width; 0 where no key is visible
};
struct AttentionOperands {
  IntervalMatrix queries;
  IntervalMatrix keys;
  IntervalMatrix values;
  std::vector<std::vector<std::uint8_t>> visible;  ///< query x key, 0 = hidden; empty: all visible
};
AttentionSteps attend(const ScoreFunction& function, const AttentionOperands& operands);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/score_function.hpp"

#include <utility>

#include "reference/model/contract.hpp"

namespace assay::reference {

namespace {

Interval scaled(const std::optional<double>& scale, const Interval& x, std::size_t width) {
  const int bits = x.precision_bits();
  if (scale) return Interval(*scale, bits) * x;
  return x / sqrt(Interval(static_cast<double>(width), bits));
}

}  // namespace

IntervalMatrix to_intervals(const Matrix& rows, int precision_bits) {
  IntervalMatrix result;
  for (const auto& row : rows) {
    result.emplace_back();
    for (const double x : row) result.back().emplace_back(x, precision_bits);
  }
  return result;
}

Interval dot(const IntervalVector& a, const IntervalVector& b) {
  ASSAY_ASSERT(a.size() == b.size());
  Interval sum;
  for (std::size_t t = 0; t < a.size(); ++t) sum += a[t] * b[t];
  return sum;
}

IntervalVector affine(const Matrix& weights, const std::vector<double>& bias, const IntervalVector& x) {
  IntervalVector result;
  for (std::size_t r = 0; r < weights.size(); ++r) {
    ASSAY_ASSERT(weights[r].size() == x.size());
    Interval sum = x.empty() ? Interval() : Interval(bias.empty() ? 0 : bias[r], x[0].precision_bits());
    for (std::size_t t = 0; t < x.size(); ++t) sum.add_product(x[t], weights[r][t]);
    result.push_back(sum);
  }
  return result;
}

IntervalVector softmax(const IntervalVector& scores) {
  if (scores.empty()) return {};
  Interval largest = scores[0];
  for (const Interval& score : scores) largest = max(largest, score);
  const Interval shift = largest.upper_point();
  IntervalVector weights;
  Interval sum;
  for (const Interval& score : scores) {
    weights.push_back(exp(score - shift));
    sum += weights.back();
  }
  for (Interval& weight : weights) weight = weight / sum;
  return weights;
}

ScoreFunction dot_score(std::optional<double> scale) {
  return {"dot",
          [scale](const IntervalVector& q, const IntervalVector& k) { return scaled(scale, dot(q, k), q.size()); }};
}

ScoreFunction additive_score(AdditiveWeights weights) {
  return {"additive", [weights = std::move(weights)](const IntervalVector& q, const IntervalVector& k) {
            const IntervalVector of_query = affine(weights.w1, {}, q), of_key = affine(weights.w2, {}, k);
            Interval sum;
            for (std::size_t a = 0; a < weights.w.size(); ++a)
              sum += tanh(of_query[a] + of_key[a]) * Interval(weights.w[a], of_query[a].precision_bits());
            return sum;
          }};
}

ScoreFunction cosine_score(double temperature) {
  return {"cosine", [temperature](const IntervalVector& q, const IntervalVector& k) {
            const Interval norms = sqrt(dot(q, q) * dot(k, k));
            return dot(q, k) / (norms * Interval(temperature, norms.precision_bits()));
          }};
}

ScoreFunction bilinear_score(Matrix w, std::optional<double> scale) {
  return {"bilinear", [w = std::move(w), scale](const IntervalVector& q, const IntervalVector& k) {
            return scaled(scale, dot(q, affine(w, {}, k)), q.size());
          }};
}

AttentionSteps attend(const ScoreFunction& function, const AttentionOperands& operands) {
  const std::size_t width = operands.values.empty() ? 0 : operands.values[0].size();
  AttentionSteps steps;
  for (std::size_t i = 0; i < operands.queries.size(); ++i) {
    const IntervalVector& query = operands.queries[i];
    IntervalVector scores(operands.keys.size()), weights(operands.keys.size()), out(width), seen;
    std::vector<std::size_t> visible;
    for (std::size_t j = 0; j < operands.keys.size(); ++j) {
      if (!operands.visible.empty() && !operands.visible[i][j]) continue;
      visible.push_back(j);
      seen.push_back(function.score(query, operands.keys[j]));
      scores[j] = seen.back();
    }
    const IntervalVector shares = softmax(seen);
    for (std::size_t n = 0; n < visible.size(); ++n) {
      weights[visible[n]] = shares[n];
      for (std::size_t c = 0; c < width; ++c) out[c] += shares[n] * operands.values[visible[n]][c];
    }
    steps.scores.push_back(std::move(scores));
    steps.weights.push_back(std::move(weights));
    steps.out.push_back(std::move(out));
  }
  return steps;
}

}  // namespace assay::reference

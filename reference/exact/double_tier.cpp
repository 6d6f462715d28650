// SPDX-License-Identifier: Apache-2.0
// The row in double precision with a proven radius (numerics.md#g2-double-precision; u = 2^-53).
//
// Shift. Any double m may be subtracted from all scores: it cancels in the output, and lse = m + ln Sum exp(s_j - m)
// holds for every m. So the computed maximum is used as it is.
//
// Scores. raw_j = fl(sigma q.k_j) is off by at most
//     e_raw = c_dot h_j + 4u |raw_j|,   h_j = |sigma| Sum |q_t k_jt|,
// where 4u covers sigma = 1/sqrt(d) (two roundings) and the product, and c_dot = 0 when the sum of products is exact
// (ExactDots), otherwise gamma_{d+1}: d additions in any order, and the product, which is rounded for float64 inputs
// only. Soft cap c tanh(raw/c): tanh is a contraction of slope at most 1, so the score is off by e_raw + u|raw| + 8u|s|
// (division, library tanh within 2 units in the last place, product). Bias: each of the two additions costs u times its
// result.
//
// Weights. exp's argument s_j - m is rounded once, the library's exp is within 1 unit in the last place (2u):
//     |kappa_j| <= K_j = expm1(e_j + u|s_j - m|) + 3u.
// Rows with some K_j above 2^-20 are left to the intervals: there second-order terms would no longer be small.
//
// Output, by numerics.md#a1-the-exact-identity, with n terms summed in any order, z_j v_j rounded at most twice
// (dropout):
//     rad_c = 1.01 [ Sum p_j K_j |v_jc - o_c| + (n + 4) u Sum p_j |v_jc| + (n + 4) u |o_c| ] + n 2^-1070 (1 + max|v|).
// 1.01 covers the divisor 1 - Sum pK - nu > 0.998, the rounding of this expression, and the (relative 1e-6) error of
// p_j in it. The last term covers underflow: every product or weight below 2^-1022 is off by at most 2^-1074, and the
// row sum is at least 1. lse: 1.01 [ Sum p_j K_j + n u ] + u (4 |ln l| + 2 |lse|), and 3u |lse| more in base two.
#include "reference/exact/double_tier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/exact/exact_dots.hpp"
#include "reference/exact/interval_tier.hpp"
#include "reference/exact/loops.hpp"
#include "reference/exact/special.hpp"

namespace assay::reference {
namespace {

constexpr double u = 0x1p-53;
constexpr double kappa_max = 0x1p-20;

RowResult undecided() {
  RowResult result;
  result.decided = false;
  return result;
}

/// gamma_{d+1}, generously: (d + 2) u for every d a machine can hold.
double dot_coefficient(const RowData& row) {
  return exact_dots(row) ? 0 : (static_cast<double>(row.query.size()) + 2) * u;
}

struct Score {
  double value;
  double error;
};

Score capped(const Problem& problem, Score raw) {
  if (!problem.softcap) return raw;
  const double cap = *problem.softcap;
  const double value = cap * std::tanh(raw.value / cap);
  return {value, raw.error + u * std::fabs(raw.value) + 8 * u * std::fabs(value)};
}

Score biased(const RowData& row, std::size_t n, Score score) {
  if (row.bias.empty() && row.alibi.empty()) return score;
  const double bias = row.bias_sum(n);
  const double value = score.value + bias;
  return {value, score.error + u * (std::fabs(bias) + std::fabs(value)) * 1.01};
}

/// Scores, magnitudes and, in `errors`, the bound e_j of each score.
void fill_scores(const RowData& row, RowResult& result, std::vector<double>& errors) {
  const Problem& problem = *row.problem;
  const double sigma = scale_value(problem);
  const double c_dot = dot_coefficient(row);
  const double up = 1 + (static_cast<double>(row.query.size()) + 8) * 2 * u;  // magnitudes are rounded up
  for (std::size_t n = 0; n < row.count(); ++n) {
    const loops::Dot dot = loops::dot(row.query.data(), row.key(n), row.query.size());
    const double raw = sigma * dot.sum;
    const double magnitude = std::fabs(sigma) * dot.magnitude * up + std::numeric_limits<double>::min();
    Score score{raw, (c_dot * magnitude + 4 * u * std::fabs(raw)) * 1.01};
    if (problem.convention.cap_order == CapOrder::BeforeBias)
      score = biased(row, n, capped(problem, score));
    else
      score = capped(problem, biased(row, n, score));
    result.raw.push_back(raw);
    result.magnitude.push_back(magnitude);
    result.score.push_back(score.value);
    errors.push_back(score.error);
  }
}

/// Weights and probabilities; turns the score errors into K_j and returns the largest. The sink's K comes last.
double fill_weights(const RowData& row, RowResult& result, std::vector<double>& errors) {
  result.max = *std::max_element(result.score.begin(), result.score.end());
  if (row.sink) result.max = std::max(result.max, *row.sink);
  double largest = 0;
  const auto weigh = [&](double score, double& error) {
    error = std::expm1(error + u * std::fabs(score - result.max)) + 3 * u;
    largest = std::max(largest, error);
    return std::exp(score - result.max);
  };
  for (std::size_t n = 0; n < row.count(); ++n) result.weight.push_back(weigh(result.score[n], errors[n]));
  if (row.sink) {
    errors.push_back(0);
    result.sum = weigh(*row.sink, errors.back());
  }
  for (const double weight : result.weight) result.sum += weight;
  for (const double weight : result.weight) result.probability.push_back(weight / result.sum);
  return largest;
}

double sink_share(const RowData& row, const RowResult& result) {
  return row.sink ? std::exp(*row.sink - result.max) / result.sum : 0;
}

void fill_outputs(const RowData& row, RowResult& result, const std::vector<double>& kappa) {
  const std::size_t features = static_cast<std::size_t>(row.head->value_dim);
  const double n = static_cast<double>(row.count()) + 1;
  std::vector<double> shared(features), absolute(features);  // Sum p K |v - o| and Sum p |v|
  result.out.assign(features, 0);
  for (std::size_t j = 0; j < row.count(); ++j)
    loops::add_scaled(result.out.data(), result.weight[j] * row.keep_factor(j), row.value(j), features);
  for (double& out : result.out) out /= result.sum;
  for (std::size_t j = 0; j < row.count(); ++j)
    loops::add_deviations({.deviations = shared.data(),
                           .magnitudes = absolute.data(),
                           .centre = result.out.data(),
                           .value = row.value(j),
                           .of_deviation = result.probability[j] * kappa[j],
                           .of_magnitude = result.probability[j],
                           .keep = row.keep_factor(j),
                           .count = features});
  const double of_sink = row.sink ? sink_share(row, result) * kappa.back() : 0;
  result.out_radius.resize(features);
  for (std::size_t c = 0; c < features; ++c) {
    const double centre = std::fabs(result.out[c]);
    const double relative = shared[c] + of_sink * centre + (n + 4) * u * (absolute[c] + centre);
    result.out_radius[c] = 1.01 * relative + n * 0x1p-1070 * (1 + row.head->value_max);
  }
}

void fill_lse(const RowData& row, RowResult& result, const std::vector<double>& kappa) {
  double shared = sink_share(row, result) * (row.sink ? kappa.back() : 0);
  for (std::size_t j = 0; j < row.count(); ++j) shared += result.probability[j] * kappa[j];
  const double log_sum = std::log(result.sum);
  result.lse = result.max + log_sum;
  result.lse_radius = 1.01 * (shared + (static_cast<double>(row.count()) + 1) * u) +
                      u * (4 * std::fabs(log_sum) + 2 * std::fabs(result.lse));
  if (row.problem->convention.lse_base != LseBase::Two) return;
  const double log2_e = 0x1.71547652b82fep+0;
  result.lse *= log2_e;
  result.lse_radius = result.lse_radius * (log2_e * (1 + 4 * u)) + 3 * u * std::fabs(result.lse);
}

bool all_finite(const RowResult& result) {
  const auto finite = [](double x) { return std::isfinite(x); };
  return std::all_of(result.out.begin(), result.out.end(), finite) && std::isfinite(result.lse) &&
         std::all_of(result.out_radius.begin(), result.out_radius.end(), finite) && std::isfinite(result.lse_radius);
}

bool has_special_columns(const RowData& row) {
  const std::vector<double> special = special_columns(row);
  return std::any_of(special.begin(), special.end(), [](double x) { return x != 0; });
}

}  // namespace

RowResult enclose_by_doubles(const RowData& row) {
  if (row_kind(row) != RowKind::Ordinary || has_special_columns(row)) return undecided();
  RowResult result;
  std::vector<double> errors;
  fill_scores(row, result, errors);
  const double largest = fill_weights(row, result, errors);
  if (!(largest <= kappa_max) || !std::isfinite(result.sum)) return undecided();
  fill_outputs(row, result, errors);
  fill_lse(row, result, errors);
  return all_finite(result) ? result : undecided();
}

RowResult enclose(const RowData& row) {
  RowResult result = enclose_by_doubles(row);
  return result.decided ? result : enclose_by_intervals(row);
}

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
// Split-KV (numerics.md#a19-splits). Split i gives O_i, divided by its own row sum l_i, and L_i = m_i + ln l_i;
// then O = Sum e^(L_i - L) O_i with L = ln Sum e^(L_i). The computed l_i cancels between O_i and its weight, the
// rounding of L_i does not: it moves a whole split against the others.
//     lambda_i = 2u |m_i| + E_log(ln l_i) + u |L_i|             K'_j = (1+K_j) e^lambda - 1
//     omega_i  = (1+eps_e) e^(2.4u |L_i - L|) - 1               the weight's exponential and its argument; unbounded
//                for a split far below the others, whose weight p omega then vanishes: both are formed as one
//                exponential
//     A'_j     = (1+A_j)(1+theta_div u)(1+omega_i)(1+gamma_S) - 1
//     phi      = expm1(Sum e^(L_i - L) omega_i + gamma_S + E_log(ln S) + u |L|),   E <- E (1+phi) + phi |o|
// with S splits, and gamma_S over S additions and the product. Where the splits begin is not declared, so each key
// takes the worst of the splits that it may be in: s_j <= m_i <= m, 0 <= ln l_i <= ln n, s_j <= L_i <= L, all up to the
// score's own error. Sum e^(L_i - L) omega_i = Sum p_j omega_i(j). Each split may cut one block more (T), changes of
// its own maximum are not those of the row (R = T - 1), and its prefix sums are not the row's (no chain order).
// Underflow: e^(L_i - L) >= p_j, so p_j takes the place of w_j.
#include "reference/error/worst/split_merge.hpp"

#include <algorithm>
#include <cmath>

#include "reference/error/worst/coefficients.hpp"
#include "reference/error/worst/lse_bound.hpp"

namespace assay::reference {
namespace {

/// The error of a key's score, and by how much the computed maximum may lie above the exact one.
double score_slack(const RowParts& parts, std::size_t j) {
  return parts.keys[j].argument.score() + parts.arguments.max_above;
}

}  // namespace

void add_split_moves(const RowData& row, const RowResult& exact, const Arithmetic& a, RowParts& parts) {
  if (a.splits <= 1) return;
  const double lse = natural_lse(row, exact);
  const double logarithm = log_error(a, std::log(static_cast<double>(parts.keys.size())) + parts.arguments.max_above);
  for (std::size_t j = 0; j < parts.keys.size(); ++j) {
    const double slack = score_slack(parts, j);
    const double largest =
        std::max({parts.arguments.max_magnitude, std::fabs(parts.arguments.scores[j]) + slack, std::fabs(lse) + slack});
    parts.keys[j].moved = 3 * a.work.unit_roundoff() * largest + logarithm;
  }
}

void add_split_merge(const RowData& row, const RowResult& exact, const Arithmetic& a, RowParts& parts) {
  if (a.splits <= 1) return;
  const double u = a.work.unit_roundoff(), lse = natural_lse(row, exact);
  const double sums = gamma(a.splits + 1, u), division = division_error(a);
  double merged = 0;
  for (std::size_t j = 0; j < parts.keys.size(); ++j) {
    KeyError& key = parts.keys[j];
    const double s = parts.arguments.scores[j];
    const double argument =
        std::log1p(exp_error(a)) + 2.4 * u * (std::max(0.0, lse - s) + score_slack(parts, j));  // ln (1 + omega)
    key.merge = (1 + division) * (1 + sums) - 1;
    merged += weight_times_expm1(exact, {.probability = key.probability, .score = s}, argument);
    key.reweighted =
        argument < 1
            ? product(key.upper(), std::expm1(argument))
            : std::exp(s - exact.max + shared_exponent(a, key, parts.arguments.changes) + argument) / exact.sum;
  }
  parts.merge = std::expm1(merged + sums + log_error(a, std::log(static_cast<double>(a.splits))) + u * std::fabs(lse));
}

}  // namespace assay::reference

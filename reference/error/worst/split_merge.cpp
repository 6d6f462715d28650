// SPDX-License-Identifier: Apache-2.0
// Split-KV (numerics.md#a19-splits). Split i gives O_i, divided by its own row sum l_i, and L_i = m_i + ln l_i;
// then O = Sum e^(L_i - L) O_i with L = ln Sum e^(L_i). The computed l_i cancels between O_i and its weight, the
// rounding of L_i does not: it moves a whole split against the others.
//     lambda_i = 2u |m_i| + E_log(ln l_i) + u |L_i|             K'_j = (1+K_j) e^lambda - 1
//     omega_i  = (1+eps_e) e^(2.4u |L_i - L|) - 1               the weight's exponential and its argument
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

void add_split_merge(const RowData& row, const RowResult& exact, const Arithmetic& a, RowParts& parts) {
  if (a.splits <= 1) return;
  const double u = a.work.unit_roundoff(), eps = exp_error(a);
  const double unit = row.problem->convention.lse_base == LseBase::Two ? std::log(2.0) : 1;
  const double lse = exact.lse * unit, slack = parts.arguments.max_above;
  const double sums = gamma(a.splits + 1, u), division = division_error(a);
  const double logarithm = log_error(a, std::log(static_cast<double>(parts.keys.size())) + slack);
  double merged = 0;
  for (std::size_t j = 0; j < parts.keys.size(); ++j) {
    KeyError& key = parts.keys[j];
    const double s = parts.arguments.scores[j], delta = key.argument.score() + slack;
    const double largest = std::max({parts.arguments.max_magnitude, std::fabs(s) + delta, std::fabs(lse) + delta});
    key.moved = 3 * u * largest + logarithm;
    const double omega = (1 + eps) * std::exp(2.4 * u * (std::max(0.0, lse - s) + delta)) - 1;
    key.merge = (1 + division) * (1 + omega) * (1 + sums) - 1;
    merged += key.probability * omega;
  }
  parts.merge = std::expm1(merged + sums + log_error(a, std::log(static_cast<double>(a.splits))) + u * std::fabs(lse));
}

}  // namespace assay::reference

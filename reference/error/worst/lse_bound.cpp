// SPDX-License-Identifier: Apache-2.0
// numerics.md#b1-the-bound. The kernel computes m^ + log(l^) with l^ relative to its own maximum m^:
//     |L^ - L| <= -ln(1 - Sum p_j K_j - Sum p_j a_j (1+K_j)) + c_l / (1 - c_l) + (R+1) u + u (2 m_abs + |L|) + E_log
// The first term bounds ln(l^/l) from below, where it is larger than from above; the a_j part only where the row
// sum takes rounded probabilities (or may take them). E_log = 2u |ln l| + 2u for an accurate logarithm; fast: 6u |ln l|
// + 2^-21.41 (vendor table of __logf: 2^-21.41 absolute in [0.5, 2], 3 ulp elsewhere), scaled with the working format.
// ln l is taken relative to the largest key and to the largest score, since a sink may stand outside the kernel's
// maximum. Splits merged by their log-sum-exp: + ln(1+phi), see split_merge.cpp. Base 2: all of it over ln 2, and
// 3u |L| for the conversion.
#include "reference/error/worst/lse_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

double natural_lse(const RowData& row, const RowResult& exact) {
  return row.problem->convention.lse_base == LseBase::Two ? exact.lse * std::log(2.0) : exact.lse;
}

double log_error(const Arithmetic& a, double log_sum) {
  const double u = a.work.unit_roundoff();
  if (a.log == Log::Accurate) return 2 * u * log_sum + 2 * u;
  return 6 * u * log_sum + std::exp2(-21.41) * (u / 0x1p-24);
}

double log_error(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts) {
  const double lse = natural_lse(row, exact);
  const double key_max = *std::max_element(exact.score.begin(), exact.score.end());
  return log_error(a, std::max(std::fabs(lse - exact.max), std::fabs(lse - key_max)) + parts.arguments.max_above);
}

double lse_bound(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts) {
  const double u = a.work.unit_roundoff(), lse = std::fabs(natural_lse(row, exact));
  double lost = 0;
  for (const KeyError& key : parts.keys) {
    lost += key.shared;
    if (a.row_sum.from_rounded.value_or(true)) lost += (key.probability + key.shared) * key.rounding;
  }
  if (!(lost < 1) || !(parts.row_sum < 1)) return infinity;
  const double n = static_cast<double>(parts.keys.size());
  const double underflow =
      (2 * n + 4) * parts.underflow * std::exp(std::min(parts.arguments.max_above, 700.0)) / exact.sum;
  double bound = -std::log1p(-lost) + parts.row_sum / (1 - parts.row_sum) + (parts.arguments.changes + 1) * u +
                 u * (2 * parts.arguments.max_magnitude + lse) + log_error(row, exact, a, parts) + underflow +
                 std::log1p(parts.merge);
  if (row.problem->convention.lse_base == LseBase::Two) bound = bound / std::log(2.0) + 3 * u * std::fabs(exact.lse);
  return bound * (1 + 1e-6);
}

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/interval_tier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/model/contract.hpp"

namespace assay::reference {

namespace {

/// |sigma| Sum |q_t| |k_t|, rounded up: d + 2 roundings of at most 2^-53 each, and d + 1 products that may underflow.
double magnitude(const RowData& row, std::size_t n) {
  const auto head_dim = row.query.size();
  const double d = static_cast<double>(head_dim);
  const double sigma = row.problem->scale ? std::abs(*row.problem->scale) : 1 / std::sqrt(d);
  double sum = 0;
  for (std::size_t t = 0; t < head_dim; ++t) sum += std::abs(row.query[t]) * std::abs(row.key(n)[t]);
  const double underflow = (d + 1) * std::numeric_limits<double>::denorm_min();
  return sigma * (sum + underflow) * (1 + (d + 8) * std::numeric_limits<double>::epsilon()) + (sum > 0 ? underflow : 0);
}

double centre(const Interval& a) { return to_ball(a).centre; }

/// Sizes of the terms of a sum, added at 2^-8 of their size so that the sum of doubles stays a double.
class Terms {
 public:
  void add(double factor, double term) { sum_ += factor * std::ldexp(std::fabs(term), -8); }
  /// 2^-52 of the sum. A tight interval has a radius of half a unit in the last place, at most 2^-53 of its centre.
  double tolerance() const { return std::max(std::ldexp(sum_, 8 - 52), std::numeric_limits<double>::denorm_min()); }

 private:
  double sum_ = 0;
};

/// So narrow that more precision would not help a double. A value beyond the doubles, or one whose terms are, has no
/// finite ball or no finite tolerance and is never narrow.
bool narrow(const Interval& a, const Terms& terms) {
  const Ball ball = to_ball(a);
  const double tolerance = terms.tolerance();
  return std::isfinite(ball.centre) && std::isfinite(tolerance) && ball.radius <= tolerance;
}

bool decided(const RowData& row, const IntervalRow& steps, const RowResult& result) {
  if (steps.kind == RowKind::Nan) return true;
  Terms of_lse;
  for (const double term : {result.max, result.lse, std::log(result.sum)}) of_lse.add(1, term);
  if (steps.kind == RowKind::Ordinary && !narrow(steps.lse, of_lse)) return false;
  const std::vector<double> special = special_columns(row);
  for (std::size_t c = 0; c < result.out.size(); ++c) {
    if (special[c] != 0 || steps.kind == RowKind::Empty) continue;
    Terms terms;
    terms.add(1, result.out[c]);
    for (std::size_t n = 0; n < row.count(); ++n) terms.add(result.probability[n], row.value(n)[c]);
    if (!narrow(steps.out[c], terms)) return false;
  }
  return true;
}

bool all_radii_finite(const RowResult& result) {
  return std::isfinite(result.lse_radius) &&
         std::ranges::all_of(result.out_radius, [](double radius) { return std::isfinite(radius); });
}

}  // namespace

RowResult enclose_by_intervals(const RowData& row, int precision_bits) {
  const IntervalRow steps = interval_row(row, precision_bits);
  RowResult result;
  result.empty = steps.kind == RowKind::Empty;
  for (std::size_t n = 0; n < row.count(); ++n) {
    result.raw.push_back(centre(steps.raw[n]));
    result.magnitude.push_back(magnitude(row, n));
    result.score.push_back(centre(steps.score[n]));
    result.weight.push_back(std::max(centre(steps.weight[n]), std::numeric_limits<double>::denorm_min()));
    result.probability.push_back(centre(probability(steps, n)));
  }
  result.max = centre(steps.max);
  result.sum = centre(steps.sum);
  result.lse = to_ball(steps.lse).centre;
  result.lse_radius = to_ball(steps.lse).radius;
  for (const Interval& out : steps.out) {
    const Ball ball = to_ball(out);
    result.out.push_back(ball.centre);
    result.out_radius.push_back(ball.radius);
  }
  result.decided = decided(row, steps, result);
  ASSAY_ASSERT(!result.decided || all_radii_finite(result));
  return result;
}

RowResult enclose_by_intervals(const RowData& row) {
  RowResult result = enclose_by_intervals(row, 128);
  for (int bits = 256; !result.decided && bits <= precision_cap_bits; bits *= 2)
    result = enclose_by_intervals(row, bits);
  return result;
}

}  // namespace assay::reference

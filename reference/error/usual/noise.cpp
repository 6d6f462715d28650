// SPDX-License-Identifier: Apache-2.0
// How much a sum's rounding scatters (numerics.md#d3-partial-sums). Rounding to nearest: each of n + 1 additions has
// variance 0.18 u^2 S_t^2; over random orders E Sum S_t^2 = (n+1)(|x|^2 / 6 + S^2 / 3). A cut to F bits below a binade
// has second moment 0.33 2^-2F of the binade, and mean 0.36 2^-F of a number in it (numerics.md#d2-one-cut).
#include "reference/error/usual/noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace assay::reference {
namespace {

constexpr double cut_variance = 0.33, cut_mean = 0.36;

double real(std::size_t n) { return static_cast<double>(n); }

/// Equal up to the rounding of the reference's own scores.
bool same(double a, double b) { return std::fabs(a - b) <= 0x1p-40 * std::fabs(a); }

}  // namespace

void SumNoise::add(double x) {
  prefix += x;
  squares += x * x;
  prefix_squares += prefix * prefix;
  inner = group > 0 && count % static_cast<std::size_t>(group) == 0 ? x : inner + x;
  inner_squares += inner * inner;
  largest = std::max(largest, x * x);
  largest_prefix = std::max(largest_prefix, std::fabs(prefix));
  ++count;
}

double SumNoise::mean_square() const {
  return std::max(prefix_squares / real(std::max<std::size_t>(count, 1)), squares / 6 + prefix * prefix / 3);
}

double SumNoise::mean_prefix() const {
  return std::max(std::fabs(prefix), std::sqrt(prefix_squares / real(std::max<std::size_t>(count, 1))));
}

double SumNoise::variance(const Accumulator& a, bool products_round, double repeats) const {
  const double n = real(count), u = a.format.unit_roundoff();
  if (a.kind == Accumulator::Kind::TensorCore) {
    const double cuts = std::ldexp(1.0, -2 * a.stored_bits) + a.terms * std::ldexp(1.0, -2 * a.fraction_bits);
    const double instructions = cut_variance * std::ceil(n / a.terms) * cuts;
    if (a.promoted == 0) return instructions * (mean_square() + largest) * repeats;
    const double part = std::min(1.0, a.promoted / std::max(n, 1.0));
    const double inside = std::max(inner_squares / std::max(n, 1.0), part * (squares / 6 + part * prefix * prefix / 3));
    const double groups = std::ceil(n / a.promoted);
    return (instructions * (inside + largest) + rounding_variance * u * u * groups * mean_square()) * repeats;
  }
  return rounding_variance * u * u * ((n + 1) * mean_square() + (products_round ? squares : 0)) * repeats;
}

double mean_shift(const Accumulator& a, double terms) {
  if (a.kind != Accumulator::Kind::TensorCore) return 0;
  if (a.promoted > 0) terms = std::min<double>(terms, a.promoted);
  return cut_mean / 2 * std::ceil(terms / a.terms) *
         (std::ldexp(1.0, -a.stored_bits) + a.terms * std::ldexp(1.0, -a.fraction_bits));
}

void SharedSums::take(std::vector<double>& variance, double factor) {
  for (std::size_t c = 0; c < sums_.size(); ++c) {
    variance[c] += factor * std::max(sums_[c] * sums_[c], squares_[c]);
    sums_[c] = squares_[c] = 0;
  }
}

ScoreOrder order_of(const std::vector<double>& scores, double cell) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  ScoreOrder order;
  order.keys.resize(scores.size());
  std::iota(order.keys.begin(), order.keys.end(), std::size_t{0});
  std::sort(order.keys.begin(), order.keys.end(), [&](std::size_t a, std::size_t b) { return scores[a] < scores[b]; });
  for (std::size_t n = 0; n < order.keys.size(); ++n) {
    const bool last = n + 1 == order.keys.size();
    const double here = scores[order.keys[n]], next = last ? infinity : scores[order.keys[n + 1]];
    order.ends_group.push_back(last || next - here > 0x1p-40 * (1 + std::fabs(here)));
    order.ends_cell.push_back(order.ends_group.back() &&
                              (last || cell == 0 || std::floor(here / cell) != std::floor(next / cell)));
    order.groups += order.ends_group.back();
  }
  return order;
}

double sources_of(const ScoreOrder& order, const std::vector<double>& weights) {
  double group = 0, sum = 0, squares = 0;
  for (std::size_t n = 0; n < order.keys.size(); ++n) {
    group += order.keys[n] < weights.size() ? weights[order.keys[n]] : 0;
    if (!order.ends_group[n]) continue;
    sum += group;
    squares += group * group;
    group = 0;
  }
  return squares == 0 ? 0 : sum * sum / squares;
}

double different(std::vector<double>& values, double unit) {
  std::sort(values.begin(), values.end());
  double count = 0, last = -std::numeric_limits<double>::infinity();
  for (const double x : values)
    if (x - last > unit) last = x, ++count;
  return count;
}

double repeats_among(std::vector<double>& values) {
  if (values.empty()) return 1;
  const double n = real(values.size());
  std::sort(values.begin(), values.end());
  return n / static_cast<double>(std::unique(values.begin(), values.end(), same) - values.begin());
}

}  // namespace assay::reference

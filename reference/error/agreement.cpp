// SPDX-License-Identifier: Apache-2.0
#include "reference/error/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Every end is one rounded operation away from the real one at most, so one neighbour outwards encloses it.
Reals outwards(double lower, double upper) {
  return {std::nextafter(lower, -infinity), std::nextafter(upper, infinity)};
}

/// Half the distance from |value| to its neighbour above; RN changes there.
double half_gap_above(const FloatFormat& format, double magnitude) { return ulp(format, magnitude) / 2; }

}  // namespace

Reals rounding_cell(const FloatFormat& format, double value) {
  if (std::isnan(value)) return {value, value};
  const double magnitude = std::abs(value);
  Reals cell;
  if (std::isinf(value)) {
    cell = outwards(format.max_finite() + half_gap_above(format, format.max_finite()), infinity);
  } else {
    // At a power of two the gap below is half as wide; the wider cell is taken, it only ever accepts more.
    const double half = half_gap_above(format, magnitude);
    cell = outwards(magnitude - half, magnitude + half);
  }
  return std::signbit(value) ? Reals{-cell.upper, -cell.lower} : cell;
}

Reals scaled(const Reals& interval, double factor) {
  const auto [lower, upper] = std::minmax({interval.lower * factor, interval.upper * factor});
  return outwards(lower, upper);
}

Reals sum(const Reals& a, const Reals& b) { return outwards(a.lower + b.lower, a.upper + b.upper); }

double disagreement(const Reals& first, const Reals& second, double allowed) {
  const bool first_nan = std::isnan(first.lower) || std::isnan(first.upper);
  const bool second_nan = std::isnan(second.lower) || std::isnan(second.upper);
  if (first_nan || second_nan) return first_nan == second_nan ? 0 : infinity;
  const double gap = std::max(first.lower - second.upper, second.lower - first.upper);
  if (!(gap > 0)) return 0;
  return std::isinf(allowed) ? 0 : gap / allowed;
}

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#include "reference/error/replay/rounding_cell.hpp"

#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The cell of a magnitude: half a step to either neighbour; below a power of two the step is half as wide.
Reals cell_of_magnitude(const FloatFormat& format, double magnitude) {
  const double largest = format.max_finite(), overflow_from = largest + ulp(format, largest) / 2;
  if (std::isinf(magnitude)) return outwards(overflow_from, infinity);
  const double above = ulp(format, magnitude) / 2;
  const bool saturates = !format.has_infinity() && magnitude == largest;
  const double below = magnitude == 0 ? above : ulp(format, std::nextafter(magnitude, 0.0)) / 2;
  return outwards(magnitude - below, saturates ? infinity : magnitude + above);
}

}  // namespace

Reals outwards(double lower, double upper) {
  return {std::nextafter(lower, -infinity), std::nextafter(upper, infinity)};
}

Reals rounding_cell(const FloatFormat& format, double value) {
  if (std::isnan(value)) return {value, value};
  const Reals cell = cell_of_magnitude(format, std::fabs(value));
  return std::signbit(value) ? Reals{-cell.upper, -cell.lower} : cell;
}

}  // namespace assay::reference

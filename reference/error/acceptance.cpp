// SPDX-License-Identifier: Apache-2.0
#include "reference/error/acceptance.hpp"

#include <cmath>
#include <limits>

#include "reference/error/replay/rounding_cell.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Rounded; where a format without infinity overflows, its largest number of that sign: saturating is correct too.
double saturated(const FloatFormat& format, double value) {
  const double rounded = round_to(format, value);
  return std::isnan(rounded) ? std::copysign(format.max_finite(), value) : rounded;
}

double distance_to(const Reals& cell, double centre) {
  if (centre < cell.lower) return cell.lower - centre;
  if (centre > cell.upper) return centre - cell.upper;
  return 0;
}

}  // namespace

bool accepts(const FloatFormat& format, const Target& target, double got) {
  if (std::isinf(target.radius)) return true;
  if (std::isnan(target.centre)) return std::isnan(got);
  if (std::isinf(target.centre)) return got == target.centre;
  // Sums that were rounded once lie within the next double outwards.
  const double slack = outwards(0, target.allowed + target.radius).upper;
  const auto [low, high] = outwards(target.centre - slack, target.centre + slack);
  if (std::isnan(got))  // where the format has no infinity, an overflow
    return !format.has_infinity() && (std::isnan(round_to(format, low)) || std::isnan(round_to(format, high)));
  return saturated(format, low) <= got && got <= saturated(format, high);
}

double error_ratio(const FloatFormat& format, const Target& target, double got) {
  if (std::isinf(target.radius)) return 0;
  const bool same_special =
      std::isnan(target.centre) ? std::isnan(got) : std::isinf(target.centre) && got == target.centre;
  if (same_special) return 0;
  if (std::isnan(got) && std::isfinite(target.centre)) return accepts(format, target, got) ? 0 : infinity;
  if (!std::isfinite(target.centre)) return infinity;
  const double distance = distance_to(rounding_cell(format, got), target.centre);
  const double allowed = target.allowed + target.radius;
  if (distance == 0) return 0;
  return std::isinf(allowed) ? 0 : distance / allowed;
}

double error_ulp(const FloatFormat& format, const Target& target, double got) {
  if (std::isinf(target.radius)) return 0;
  if (std::isnan(target.centre) && std::isnan(got)) return 0;
  if (got == target.centre) return 0;
  if (!std::isfinite(got) || !std::isfinite(target.centre)) return infinity;
  return std::fabs(got - target.centre) / ulp(format, round_to(format, target.centre));
}

}  // namespace assay::reference

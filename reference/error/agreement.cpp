// SPDX-License-Identifier: Apache-2.0
#include "reference/error/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

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

// SPDX-License-Identifier: Apache-2.0
#include "properties/judge/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace assay::properties {
namespace {

std::size_t ulp_bin(double ulps) {
  if (!(ulps >= 0.125)) return ulps >= 0 ? 0 : ErrorStatistics::ulp_bins - 1;  // NaN lands in the last bin
  if (std::isinf(ulps)) return ErrorStatistics::ulp_bins - 1;
  return static_cast<std::size_t>(std::clamp(std::ilogb(ulps) + 4, 1, ErrorStatistics::ulp_bins - 1));
}

std::size_t ratio_bin(double ratio) { return ratio < 1 ? static_cast<std::size_t>(ratio * 10) : 10; }

}  // namespace

void ErrorStatistics::add(const ElementError& e) {
  ++elements;
  ++ulp_histogram[ulp_bin(e.ulps)];
  ++ratio_histogram[ratio_bin(e.ratio)];
  ulp_max = std::max(ulp_max, e.ulps);
  ratio_max = std::max(ratio_max, e.ratio);
  // Squares of the largest doubles overflow; they would say nothing but infinity.
  if (!std::isfinite(e.error * e.error) || !std::isfinite(e.centre * e.centre)) return;
  error_square_sum += e.error * e.error;
  reference_square_sum += e.centre * e.centre;
  signed_ulp_sum += std::copysign(std::min(e.ulps, signed_ulp_cap), e.error);
}

void ErrorStatistics::merge(const ErrorStatistics& other) {
  elements += other.elements;
  for (std::size_t bin = 0; bin < ulp_histogram.size(); ++bin) ulp_histogram[bin] += other.ulp_histogram[bin];
  for (std::size_t bin = 0; bin < ratio_histogram.size(); ++bin) ratio_histogram[bin] += other.ratio_histogram[bin];
  ulp_max = std::max(ulp_max, other.ulp_max);
  ratio_max = std::max(ratio_max, other.ratio_max);
  error_square_sum += other.error_square_sum;
  signed_ulp_sum += other.signed_ulp_sum;
  reference_square_sum += other.reference_square_sum;
}

}  // namespace assay::properties

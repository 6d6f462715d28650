// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace assay::properties {

/// One output element beside the reference.
struct ElementError {
  double error = 0;  ///< got - centre
  double centre = 0;
  double ulps = 0;   ///< |error| in units in the last place of the output
  double ratio = 0;  ///< error over what is allowed
};

/// Counts and sizes over the elements of one tensor, or of many after merge().
struct ErrorStatistics {
  static constexpr int ulp_bins = 24;
  /// Outputs near zero are many of their own ulps off; uncapped, a few of them would be the whole mean.
  static constexpr double signed_ulp_cap = 8;
  std::int64_t elements = 0;
  /// Bin 0: exactly the correctly rounded centre or closer than 1/8 ulp; bin k: error in [2^(k-4), 2^(k-3)) ulp; last
  /// bin: beyond, NaN.
  std::array<std::int64_t, ulp_bins> ulp_histogram{};
  /// Bin k: error / allowed in [k/10, (k+1)/10); the last bin counts ratios of 1 and more.
  std::array<std::int64_t, 11> ratio_histogram{};
  double ulp_max = 0;
  double ratio_max = 0;
  double error_square_sum = 0;      ///< of got - centre
  double signed_ulp_sum = 0;        ///< bias, in ulps, each error counted with at most signed_ulp_cap
  double reference_square_sum = 0;  ///< of the centre
  void merge(const ErrorStatistics& other);
  void add(const ElementError& element);
};

}  // namespace assay::properties

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/verdict.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {

/// Which arithmetic a kernel is judged against, and why that one.
struct Requirement {
  Arithmetic arithmetic;
  std::string source;  ///< required, declared, preset
};

/// Counts and sizes over the elements of one tensor, or of many after merge().
struct ErrorStatistics {
  static constexpr int ulp_bins = 24;
  std::int64_t elements = 0;
  /// Bin 0: exactly the correctly rounded centre or closer than 1/8 ulp; bin k: error in [2^(k-4), 2^(k-3)) ulp; last bin: beyond, NaN.
  std::array<std::int64_t, ulp_bins> ulp_histogram{};
  /// Bin k: error / allowed in [k/10, (k+1)/10); the last bin counts ratios of 1 and more.
  std::array<std::int64_t, 11> ratio_histogram{};
  double ulp_max = 0;
  double ratio_max = 0;
  double error_square_sum = 0;      ///< of got - centre
  double signed_ulp_sum = 0;        ///< bias, in ulps
  double reference_square_sum = 0;  ///< of the centre
  void merge(const ErrorStatistics& other);
  void add(double error, double centre, double ulps, double signed_ulps, double ratio);
};

/// The reference's opinion of one call.
struct Judgement {
  Verdict verdict;
  ErrorStatistics out;
  ErrorStatistics lse;
  std::vector<Evidence> worst;  ///< the elements of largest ratio, with their terms, largest first, at most five
  std::string power;            ///< what this case could not have shown; empty if nothing known
};

/// Compare outputs with the certified reference within the bound of the arithmetic: every row, every element, NaN and infinity by
/// position, elements never written as faulted. No evidence when nothing was seen (no element, range, or bound wider than the
/// spread of the visible values in every row).
Judgement judge(const Problem& problem, const Inputs& inputs, const Outputs& outputs, const Arithmetic& arithmetic);

/// Why this input shows nothing, if so: no output element, all rows empty by convention, ... (looks at the case, not at outputs).
std::optional<std::string> blind_spot(const Problem& problem, const Inputs& inputs, const Arithmetic& arithmetic);

}  // namespace assay::properties

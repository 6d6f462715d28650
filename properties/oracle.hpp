// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/verdict.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {

/// Which arithmetic a kernel is judged against, and why that one.
struct Requirement {
  Arithmetic arithmetic;
  std::string source;  ///< required, declared, preset
};

struct ElementError {
  double error = 0;   ///< got - centre
  double centre = 0;
  double ulps = 0;    ///< |error| in units in the last place of the output
  double ratio = 0;   ///< error over what is allowed
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

/// The reference's opinion of one call.
struct Judgement {
  Verdict verdict;
  ErrorStatistics out;
  ErrorStatistics lse;
  std::vector<Evidence> worst;  ///< the elements of largest ratio, with their terms, largest first, at most five
  std::string power;            ///< what this case could not have shown; empty if nothing known
};

/// The certified rows of one case, computed once and shared by every kernel that is judged on it. Holds references:
/// problem and inputs must outlive it. Not for concurrent use.
class CaseReference {
 public:
  CaseReference(const Problem& problem, const Inputs& inputs);
  struct Row {
    reference::RowData data;
    reference::RowResult exact;
  };
  const Problem& problem() const { return problem_; }
  std::size_t row_count() const { return indices_.size(); }
  const Row& row(std::size_t n);

 private:
  const Problem& problem_;
  reference::CaseRows rows_;
  std::vector<RowIndex> indices_;
  std::vector<std::optional<Row>> cache_;
};

/// Compare outputs with the certified reference within the bound of the arithmetic: every row, every element, NaN and
/// infinity by position, elements never written as faulted. Not applicable when the bound of an option in use is not
/// derived. No evidence when nothing could be seen: no element, or in every row a bound at least as large as the
/// largest visible value.
Judgement judge(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic);
Judgement judge(const Problem& problem, const Inputs& inputs, const Outputs& outputs, const Arithmetic& arithmetic);

}  // namespace assay::properties

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/error/replay/rounding_cell.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {

/// What a suspect says that a row's results are, and how far a correct kernel that computes that may be off.
struct Prediction {
  std::vector<double> out;
  std::vector<double> out_allowed;
  std::vector<reference::Reals> replay;  ///< as in RowBound; empty: none, or the result is another one
  double lse = 0;
  double lse_allowed = 0;
};

/// A row of the call as it was asked, with what came out of the kernel.
struct ObservedRow {
  reference::RowData data;
  reference::RowResult exact;
  std::vector<double> got;
  double worst = 0;  ///< largest error of the output over what is allowed
};

/// A wrong or different semantics or arithmetic that could explain a failure. It knows the call, never the kernel. Some
/// have variants (the size of a tile, the order of a map), numbered from 0.
///
/// One of three kinds:
///   rewrite, taken_from, result: the untouched reference evaluates the call as the suspect reads it, and the outputs
///                                must lie within the bound of that;
///   replay:                      a rounding that is a function of the exact numbers: the outputs must lie at most half
///                                as far from the replayed row as from the exact one, in root mean square;
///   fit:                         how badly a model with few free numbers describes the errors; it explains up to 1.
struct Suspect {
  std::string_view name;    ///< the stem of its file in properties/diagnosis/suspects
  std::string_view claim;   ///< as a report says it: "explained by: the scale is applied twice"
  std::string_view source;  ///< the address of a public report, or a heading of numerics.md
  int variants = 1;
  bool lse_alone = false;  ///< only the log-sum-exp is another one

  /// The call as it is read; false: this problem gives no room for the suspect.
  bool (*rewrite)(Problem& problem, Inputs& inputs, int variant) = nullptr;
  /// The row whose result stands here; false: no room.
  bool (*taken_from)(const Problem& problem, RowIndex& row, int variant) = nullptr;
  /// What is made of a row's result; false: no room.
  bool (*result)(const reference::RowData& row, const reference::RowResult& exact, int variant,
                 Prediction& prediction) = nullptr;
  /// The row's output under a rounding of its own; empty: no room.
  std::vector<double> (*replay)(const reference::RowData& row, const reference::RowResult& exact,
                                int variant) = nullptr;
  /// Residual of the model; infinite: no room.
  double (*fit)(const std::vector<ObservedRow>& rows) = nullptr;
  /// Outputs are cut towards zero instead of rounded.
  bool truncates = false;

  bool is_arithmetic() const { return replay || fit || truncates; }
};

/// Every suspect of the build, sorted by name. Extension point: properties/diagnosis/suspects.
const std::vector<Suspect>& all_suspects();

}  // namespace assay::properties

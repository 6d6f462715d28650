// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"
#include "reference/model/arithmetic.hpp"

namespace assay::reference {

/// Bounds on the error of one exponent argument, in nats, by source (numerics.md#a10-the-exponents-argument).
struct ArgumentError {
  double products = 0;  ///< query . key: c_qk h_j
  double storage = 0;   ///< scores or scaled queries rounded to a narrow format
  double options = 0;   ///< soft cap, bias, ALiBi, sink
  double maximum = 0;   ///< u max(|m|, |s_j|): the maximum times the scale, rounded
  double gap = 0;       ///< theta u (m - s_j): roundings that grow with the distance below the maximum
  double score() const { return products + storage + options; }
  double total() const { return score() + maximum + gap; }
};

/// Errors of all exponent arguments of a row; the sink, where there is one, comes last. The maximum:
/// numerics.md#a9-the-computed-maximum, its changes: numerics.md#a11-changes-of-the-maximum.
struct RowArguments {
  std::vector<ArgumentError> errors;
  std::vector<double> scores;  ///< exact scores, the sink's last
  double max_above = 0;        ///< m+ - m >= 0: how far the computed maximum may lie above the exact one
  double max_magnitude = 0;    ///< max(|m+|, |m-|)
  double blocks = 1;           ///< T
  double changes = 0;          ///< R: how often the running maximum may change after a key was seen
};

RowArguments argument_errors(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic);

/// The running maximum after one block of visible keys, blocks in ascending order.
struct MaximumState {
  std::size_t begin = 0;  ///< its visible keys, counted along the row
  std::size_t end = 0;
  double maximum = 0;        ///< m_b, exact
  double uncertainty = 0;    ///< d_b: the computed maximum lies within it
  bool may_change = false;   ///< the computed maximum may differ from the one before
  double changes_after = 0;  ///< R_b: how many later blocks may change it
};

/// For a declaration of blocks; without one, each key is a block of its own.
std::vector<MaximumState> running_maxima(const RowData& row, const RowArguments& arguments,
                                         const Arithmetic& arithmetic);

}  // namespace assay::reference

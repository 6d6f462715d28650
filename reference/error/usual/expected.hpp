// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reference/error/worst/bound_parts.hpp"
#include "reference/error/replay/replay.hpp"
#include "reference/error/replay/rounding_cell.hpp"

namespace assay::reference {

/// How large the error of an ordinary kernel of the declared arithmetic is in one row, before its output is rounded:
/// SD' of numerics.md#d-the-usual-size. Not a bound: it says what is usual.
struct ExpectedSize {
  std::vector<Reals> centre;       ///< where the unrounded output is expected: replayed where it can be, else exact
  std::vector<double> deviation;   ///< SD'_c
  std::vector<double> random;      ///< the part of EP (numerics.md#d11-the-probable-bound) that grows with lambda ...
  std::vector<double> linear;      ///< ... and the part that does not; infinite where EP says nothing
  std::vector<double> systematic;  ///< the part of it that every row may have alike, one way
  Reals lse_centre;
  double lse_deviation = 0;
  double sources = 0;       ///< keys of different scores over which its weights are spread, see noise.hpp; no more than
                            ///< addends that a sum narrower than the working format rounds each in its own way
  bool structured = false;  ///< fewer than an eighth as many different scores as keys
  std::string own_fault{};  ///< not empty: a number above is NaN, which is a mistake of Assay; nothing may be said
};

ExpectedSize expected_size(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic,
                           const RowParts& parts, const Replay& replay);
/// The same from scratch; nothing (no element) where no bound applies: an empty row, a refusal, a range effect.
ExpectedSize expected_size(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic);

}  // namespace assay::reference

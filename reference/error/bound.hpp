// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reference/error/worst/bound_term.hpp"
#include "reference/error/replay/rounding_cell.hpp"
#include "reference/exact/row.hpp"
#include "reference/exact/row_result.hpp"
#include "reference/model/arithmetic.hpp"

namespace assay::reference {

/// What a correct kernel of an arithmetic may be off by in one row, before the output's own rounding.
struct RowBound {
  std::string refusal;  ///< not empty: the bound of an option in use is not derived; no verdict may be given
  std::string
      range;  ///< not empty: the declared arithmetic may leave its range here (RANGE); allowed is infinite there
  std::string own_fault;      ///< not empty: a number below is NaN, a mistake of Assay; no verdict may be given
  std::vector<double> out;    ///< E_c >= 0, may be infinite
  double lse = 0;             ///< in the units of the convention's base
  std::vector<Reals> replay;  ///< per element what RP allows, see replay.hpp; empty where it does not apply
};

/// W of numerics.md#a-the-worst-case, and the replay of numerics.md#c-the-replay where the declaration says enough.
RowBound bound_row(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic);

/// The terms of E_c at one feature, largest first; they sum to no less than E_c.
std::vector<BoundTerm> explain_bound(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic,
                                     std::int64_t feature);
/// The same of the half width of the replay's interval; nothing where there is no replay.
std::vector<BoundTerm> explain_replay(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic,
                                      std::int64_t feature);

}  // namespace assay::reference

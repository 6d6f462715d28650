// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reference/error/replay/rounding_cell.hpp"
#include "reference/exact/row.hpp"
#include "reference/model/arithmetic.hpp"

namespace assay::reference {

/// One row computed in the declared arithmetic, instruction by instruction, with everything that is left open carried
/// as an interval (numerics.md#c3-the-declared-adder). Costs microseconds per key: for sampled rows.
struct AdderReplay {
  std::string unavailable;  ///< not empty: what the declaration or the row leaves open, and no interval follows
  std::vector<Reals> out;   ///< of each element before the output's rounding
};

/// Why rows of this problem cannot be replayed under the declaration, or nothing.
std::string why_no_adder_replay(const Problem& problem, const Arithmetic& arithmetic);

AdderReplay replay_adder(const RowData& row, const Arithmetic& arithmetic);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "reference/error/worst/bound_parts.hpp"
#include "reference/error/replay/rounding_cell.hpp"

namespace assay::reference {

/// What is known of one visible key's rounded probability, as a share of the row sum that it is divided by.
struct ReplayedKey {
  double share = 0;      ///< P_j e^(m_b - m) / l: what the value is multiplied by
  double undecided = 0;  ///< rho_j e^(m_b - m) / l: half the distance of the two values that it may take; mostly 0
  double stored = 0;     ///< the rounded number itself, over its scale
};

/// The replay under one reading of what the row sum adds up.
struct ReplayReading {
  bool rounded_sum = false;
  std::vector<ReplayedKey> keys;
  double sum = 1;              ///< the row sum over the exact one: 1 unless it adds rounded probabilities
  std::vector<double> centre;  ///< oR of each element
  std::vector<double> radius;  ///< ER of each element, the reference's own radius not included
};

/// RP (numerics.md#c-the-replay): rounding the probabilities is deterministic once the
/// blocks and the format are declared, so it is repeated on the exact ones instead of being bounded. Derivation in
/// replay.cpp.
struct Replay {
  std::string unavailable;  ///< not empty: why the declaration does not say enough, and no reading follows
  std::vector<ReplayReading> readings;
};

Replay replay_row(const RowData& row, const RowResult& exact, const Arithmetic& arithmetic, const RowParts& parts);

/// Per element the interval that holds every reading; empty where there is none.
std::vector<Reals> replay_intervals(const Replay& replay);

}  // namespace assay::reference

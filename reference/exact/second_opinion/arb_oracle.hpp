// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "reference/model/inputs.hpp"

namespace assay::reference {

/// The truth lies in [lower, upper]. Both NaN, or both the same infinity: the definition gives that value.
struct OracleInterval {
  double lower = 0;
  double upper = 0;
};

struct OracleRow {
  std::vector<OracleInterval> out;  ///< value_dim
  OracleInterval lse;               ///< in the convention's base
  std::int64_t visible = 0;         ///< keys that count
  bool decided = true;              ///< false: still wide at the largest precision
};

/// One query row by ball arithmetic (Arb), for tests only: a second opinion that shares the problem's and the
/// tensors' types with the reference and nothing else. Visibility, head map, offsets and ALiBi are derived here anew
/// from the problem's fields, so this file includes neither mask.hpp nor anything else of reference/exact.
///
/// A sink is a term of the denominator like any other: a row that sees no key but has a sink gives 0 and the sink's
/// log-sum-exp. Precondition: the kept weights are given when the problem is in training.
OracleRow oracle_row(const Problem& problem, const Inputs& inputs, std::int64_t batch, std::int64_t head,
                     std::int64_t query);

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace assay::reference {

/// What the reference knows of one row: centre and proven radius of each output, and per visible key the quantities
/// that the bound needs. Both tiers (double precision and multiprecision intervals) fill it alike.
///
/// A radius of 0 with a NaN or infinite centre is a statement, not a failure: the definition gives that value there.
/// An infinite radius says that nothing is known, and then `decided` is false.
struct RowResult {
  bool empty = false;               ///< no visible key: out and lse are the convention's
  bool decided = true;              ///< false: the tier could not bound itself here; try the next one
  std::vector<double> raw;          ///< sigma q . k_j
  std::vector<double> magnitude;    ///< |sigma| Sum_t |q_t| |k_jt|
  std::vector<double> score;        ///< after soft cap and bias
  std::vector<double> weight;       ///< exp(score - max), 0 < w <= 1
  std::vector<double> probability;  ///< weight / sum
  double max = 0;                   ///< largest score of the visible keys and the sink
  double sum = 0;                   ///< of the weights, sink included
  double lse = 0;                   ///< in the convention's base
  double lse_radius = 0;
  std::vector<double> out;
  std::vector<double> out_radius;
};

}  // namespace assay::reference

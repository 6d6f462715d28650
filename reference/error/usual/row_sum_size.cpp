// SPDX-License-Identifier: Apache-2.0
// The usual error of the row sum, relative to it. Blocks of keys: states; W: a block's share of the row sum.
//   variance    0.18u^2 (chain/3 + T + 1 + 2R) n / (different scores); tensor core as in noise.cpp, with its mean shift
//   lost        a sum in [2^e, 2^(e+1)) is a multiple of its unit h = 2u 2^e, so adding w errs by RN_h(w) - w whatever
//               the sum: -w up to h/2, and what small weights that lie close together have in common.
//               |Sum (RN_h(w) - w)| of the w up to 8h, the largest over the binades from the largest addend to the sum;
//               all one way. Larger w end anywhere in their cells, which the variance has. Per block: inside each, and
//               of the blocks.
#include "reference/error/usual/row_sum_size.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "reference/error/usual/noise.hpp"

namespace assay::reference {
namespace {

double variance_of(const Arithmetic& a, const RowParts& parts, const std::vector<MaximumState>& states,
                   double repeats) {
  const double n = static_cast<double>(parts.keys.size()), blocks = static_cast<double>(states.size());
  const double block = a.block == 0 ? n : std::min<double>(a.block, n), u = a.work.unit_roundoff();
  double chain = n;
  if (a.row_sum.kind == RowSum::Kind::PerBlock) chain = block;
  if (a.row_sum.kind == RowSum::Kind::PerThread)
    chain = std::min(n, std::ceil(block / a.row_sum.lanes) * blocks + a.row_sum.lanes);
  double changes = 0;
  for (const MaximumState& state : states) changes += state.may_change;
  const double rounded = rounding_variance * u * u * (chain / 3 + blocks + 1 + 2 * changes);
  if (a.row_sum.kind != RowSum::Kind::TensorCore) return rounded * repeats;
  SumNoise sum(a.pv);
  for (const KeyError& key : parts.keys) sum.add(key.probability);
  const double shift = mean_shift(a.pv, n);
  return (rounded + sum.variance(a.pv, false, 1)) * repeats + shift * shift;
}

/// In the addends' own unit.
double lost_of(const std::vector<double>& addends, double u) {
  double largest = 0, sum = 0, lost = 0;
  for (const double w : addends) largest = std::max(largest, w), sum += w;
  if (!(largest > 0)) return 0;
  const double first = std::exp2(std::floor(std::log2(largest))) * 2 * u, last = sum * 2 * u;
  // Nothing is lost of what is next to nothing, and nothing is known of a sum beside a sink that overflows.
  if (first < std::numeric_limits<double>::min() || !std::isfinite(last)) return 0;
  // NOLINTNEXTLINE(bugprone-float-loop-counter): binades, every one of which a double holds
  for (double unit = first; unit <= last; unit *= 2) {
    double error = 0;
    for (const double w : addends) error += w <= 8 * unit ? std::nearbyint(w / unit) * unit - w : 0;
    lost = std::max(lost, std::fabs(error));
  }
  return lost;
}

double lost_of(const RowResult& exact, const Arithmetic& a, const RowParts& parts,
               const std::vector<MaximumState>& states) {
  const bool tensor_core = a.row_sum.kind == RowSum::Kind::TensorCore;
  const double u = (tensor_core ? a.pv.format : a.work).unit_roundoff();
  std::vector<double> weights;
  for (const KeyError& key : parts.keys) weights.push_back(key.probability * exact.sum);
  if (a.row_sum.kind != RowSum::Kind::PerBlock || a.block == 0) return lost_of(weights, u) / exact.sum;
  double lost = 0;
  std::vector<double> sums;
  for (const MaximumState& state : states) {
    const auto at = [&](std::size_t j) { return weights.begin() + static_cast<std::ptrdiff_t>(j); };
    const std::vector<double> block(at(state.begin), at(state.end));
    sums.push_back(std::accumulate(block.begin(), block.end(), 0.0));
    lost += lost_of(block, u);
  }
  return (lost + lost_of(sums, u)) / exact.sum;
}

}  // namespace

RowSumSize row_sum_size(const RowResult& exact, const Arithmetic& a, const RowParts& parts,
                        const std::vector<MaximumState>& states, double repeats) {
  return {.variance = variance_of(a, parts, states, repeats), .lost = lost_of(exact, a, parts, states)};
}

}  // namespace assay::reference

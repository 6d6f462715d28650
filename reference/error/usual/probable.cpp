// SPDX-License-Identifier: Apache-2.0
// EP (numerics.md#d11-the-probable-bound): random = sqrt(Sum_groups (Sum p K |v-o|)^2 + Sum_cells (Sum p a |v|)^2) /
// divisor; linear = accumulation, row sum, division and underflow as in W.
#include "reference/error/usual/probable.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/error/worst/coefficients.hpp"

namespace assay::reference {
namespace {

void add_squares(std::vector<double>& variance, std::vector<double>& sums) {
  for (std::size_t c = 0; c < sums.size(); ++c) {
    const double sum = std::exchange(sums[c], 0);
    variance[c] += sum * sum;
  }
}

}  // namespace

double bound_rounding(const KeyError& key) {
  return key.rounding > 0 || key.upper() == 0 ? key.rounding : key.shared_rounding / key.upper();
}

void add_probable(ExpectedSize& size, const RowData& row, const RowResult& exact, const Arithmetic& a,
                  const RowParts& parts, const ScoreOrder& order) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::size_t features = exact.out.size();
  const double below = divisor(parts);
  size.random.assign(features, 0);
  size.linear.assign(features, infinity);
  if (!(below >= 0.5)) return;
  const std::vector<double> underflow = underflow_parts(row, exact, parts);
  std::vector<double> group(features), cell(features), linear(features);
  for (std::size_t n = 0; n < order.keys.size(); ++n) {
    const std::size_t j = order.keys[n];
    const KeyError& key = parts.keys[j];
    const double later = (1 + parts.accumulation) * (1 + parts.rescale) * (1 + key.merge);
    const double met = (1 + bound_rounding(key)) * (product(key.upper(), later - 1) + product(key.reweighted, later));
    for (std::size_t c = 0; c < features; ++c) {
      const double v = j == row.count() ? 0 : row.value(j)[c] * row.keep_factor(j);  // the sink comes last
      group[c] += (key.shared - key.shared_rounding) * std::fabs(v - exact.out[c]);
      cell[c] += key.upper() * bound_rounding(key) * std::max(std::fabs(v), std::fabs(v - exact.out[c]));
      linear[c] += product(met, std::fabs(v));
    }
    if (order.ends_group[n]) add_squares(size.random, group);
    if (order.ends_cell[n]) add_squares(size.random, cell);
  }
  const double division = division_error(a);
  for (std::size_t c = 0; c < features; ++c) {
    const double centre = std::fabs(exact.out[c]);
    size.random[c] = std::sqrt(size.random[c]) * 1.02 / below;
    size.linear[c] = (linear[c] + 2 * parts.denominator * centre) / below + (division + parts.merge) * centre +
                     underflow[c] + exact.out_radius[c];
  }
}

}  // namespace assay::reference

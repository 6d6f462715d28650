// SPDX-License-Identifier: Apache-2.0
#include "reference/error/usual/score_variance.hpp"

#include "reference/error/worst/coefficients.hpp"
#include "reference/error/usual/noise.hpp"

namespace assay::reference {
namespace {

double square(double x) { return x * x; }

}  // namespace

double score_variance(const RowData& row, const Arithmetic& a, const RowArguments& arguments, std::size_t j) {
  const ArgumentError& e = arguments.errors[j];
  double products = 0;
  if (j < row.count()) {
    const double smallest = row.problem->dtype.min_normal();
    SumNoise sum(a.qk);
    for (std::size_t t = 0; t < row.query.size(); ++t)
      sum.add(lifted(a.qk, row.query[t], smallest) * lifted(a.qk, row.key(j)[t], smallest));
    const FloatFormat& query = a.fold ? *a.fold : row.problem->dtype;
    const bool rounds = products_round(query, row.problem->dtype, a.qk.format) && !a.qk.fused;
    products = square(scale_value(*row.problem)) * sum.variance(a.qk, rounds, 1);
  }
  const double storage = a.fold ? 0 : e.storage;
  const double scaled = a.fused_exponent.value_or(false) ? 0 : a.work.unit_roundoff() * arguments.scores[j];
  return products + rounding_variance * square(scaled) + (square(e.options) + square(storage)) / 3;
}

}  // namespace assay::reference

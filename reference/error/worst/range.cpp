// SPDX-License-Identifier: Apache-2.0
#include "reference/error/worst/range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::reference {
namespace {

/// A sum reaches infinity only if some partial sum does; |partial sum| <= Sum |q_t| |k_t|, rounding included in the
/// factor.
double largest_product_sum(const RowData& row, const RowResult& exact) {
  const double largest = *std::max_element(exact.magnitude.begin(), exact.magnitude.end());
  const double scale = std::fabs(scale_value(*row.problem));
  return std::max(largest, largest / scale);
}

/// How far a score may reach before the sum with its additive bias is rounded. The bias is a finite number of its
/// format, the lowest one mostly ("finite minimum" masks), and what it meets may be off by a little of its own.
double reach(const RowData& row, const RowResult& exact, const RowParts& parts, std::size_t j, double slack) {
  const double score = std::fabs(parts.arguments.scores[j]);
  if (j >= row.count() || row.bias.empty() || row.bias_sum(j) == 0)
    return (score + parts.arguments.errors[j].score()) * slack;
  const double alibi = row.alibi.empty() ? 0 : std::fabs(row.alibi[j]);
  return score + (slack - 1) * (std::fabs(exact.raw[j]) + alibi) + parts.arguments.errors[j].products +
         parts.arguments.errors[j].storage;
}

double largest_score(const RowData& row, const RowResult& exact, const RowParts& parts, double slack) {
  double largest = 0;
  for (std::size_t j = 0; j < parts.arguments.scores.size(); ++j)
    largest = std::max(largest, reach(row, exact, parts, j, slack));
  return largest;
}

/// A number that a format rounds to infinity, to zero or to a subnormal one.
bool leaves(double number, const FloatFormat& format) {
  return !(std::fabs(number) <= format.max_finite()) || std::fabs(number) < format.min_normal();
}

double largest_visible_value(const RowData& row) {
  double largest = 0;
  for (std::size_t n = 0; n < row.count(); ++n)
    for (std::int64_t c = 0; c < row.head->value_dim; ++c) largest = std::max(largest, std::fabs(row.value(n)[c]));
  return largest;
}

/// The unnormalised numerator: relative to a running maximum each of n weights may be 1. Normalised weights sum to 1.
double largest_numerator(const RowData& row, const Arithmetic& a, double largest_value) {
  const double keep = row.keep.empty() ? 1 : 1 / (1 - row.problem->dropout.probability);
  return largest_value * keep * a.probability_scale *
         (a.normalised_first.value_or(false) ? 1 : static_cast<double>(row.count()));
}

}  // namespace

std::string range_effect(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts) {
  const double slack = 1 + 0x1p-6;  // accumulated rounding of any sum that is still worth bounding
  const auto beyond = [&](double size, const FloatFormat& format) { return !(size * slack < format.max_finite()); };
  const Problem& problem = *row.problem;
  if (leaves(scale_value(problem), a.work)) return fmt::format("the scale is no normal number of {}", a.work.name);
  if (problem.softcap && leaves(*problem.softcap, a.work))
    return fmt::format("the soft cap is no normal number of {}", a.work.name);
  const double products = largest_product_sum(row, exact), scores = largest_score(row, exact, parts, slack);
  if (beyond(products, a.qk.format))
    return fmt::format("products of query and key reach {:.3g}, beyond {}", products, a.qk.format.name);
  if (a.score_storage && beyond(products, *a.score_storage))
    return fmt::format("scores stored in {} reach {:.3g}", a.score_storage->name, products);
  // To infinity rounds what is half a unit beyond the largest number.
  const FloatFormat& sums = a.bias_rounding ? *a.bias_rounding : a.work;
  if (!(scores < sums.max_finite() + ulp(sums, sums.max_finite()) / 2))
    return fmt::format("scores reach {:.3g}", scores);
  double numerator = largest_numerator(row, a, row.head->value_max);
  // The head's largest value may lie in a key that this row does not see; only then is it worth looking at each.
  if (beyond(numerator, a.pv.format)) numerator = largest_numerator(row, a, largest_visible_value(row));
  if (beyond(numerator, a.pv.format))
    return fmt::format("the unnormalised output may reach {:.3g}, beyond {}", numerator, a.pv.format.name);
  const double key_max = *std::max_element(exact.score.begin(), exact.score.end());
  const double exponent_max = std::log(a.work.max_finite());
  if (beyond(key_max * std::numbers::log2e, a.work) || beyond(-key_max * std::numbers::log2e, a.work))
    return fmt::format("the largest score of a row is {:.3g}, beyond {} in base 2", key_max, a.work.name);
  if (row.sink && *row.sink - key_max > exponent_max - 1)
    return fmt::format(
        "the sink lies {:.3g} above the largest score: its exponential overflows {} unless the maximum includes it",
        *row.sink - key_max, a.work.name);
  return {};
}

}  // namespace assay::reference

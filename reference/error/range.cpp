// SPDX-License-Identifier: Apache-2.0
#include "reference/error/range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace assay::reference {
namespace {

/// A sum reaches infinity only if some partial sum does; |partial sum| <= Sum |q_t| |k_t|, rounding included in the
/// factor.
double largest_product_sum(const RowData& row, const RowResult& exact) {
  const double largest = *std::max_element(exact.magnitude.begin(), exact.magnitude.end());
  const double scale = std::fabs(scale_value(*row.problem));
  return std::max(largest, largest / scale);
}

double largest_score(const RowParts& parts) {
  double largest = 0;
  for (std::size_t j = 0; j < parts.arguments.scores.size(); ++j)
    largest = std::max(largest, std::fabs(parts.arguments.scores[j]) + parts.arguments.errors[j].score());
  return largest;
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
  const double products = largest_product_sum(row, exact), scores = largest_score(parts);
  if (beyond(products, a.qk.format))
    return fmt::format("products of query and key reach {:.3g}, beyond {}", products, a.qk.format.name);
  if (a.score_storage && beyond(products, *a.score_storage))
    return fmt::format("scores stored in {} reach {:.3g}", a.score_storage->name, products);
  if (beyond(scores, a.bias_rounding.value_or(a.work))) return fmt::format("scores reach {:.3g}", scores);
  double numerator = largest_numerator(row, a, row.head->value_max);
  // The head's largest value may lie in a key that this row does not see; only then is it worth looking at each.
  if (beyond(numerator, a.pv.format)) numerator = largest_numerator(row, a, largest_visible_value(row));
  if (beyond(numerator, a.pv.format))
    return fmt::format("the unnormalised output may reach {:.3g}, beyond {}", numerator, a.pv.format.name);
  const double key_max = *std::max_element(exact.score.begin(), exact.score.end());
  const double exponent_max = std::log(a.work.max_finite());
  if (row.sink && *row.sink - key_max > exponent_max - 1)
    return fmt::format(
        "the sink lies {:.3g} above the largest score: its exponential overflows {} unless the maximum includes it",
        *row.sink - key_max, a.work.name);
  return {};
}

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
#include "reference/error/worst/range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace assay::reference {
namespace {

/// Accumulated rounding of any sum that is still worth bounding.
constexpr double slack = 1 + 0x1p-6;

bool beyond(double size, const FloatFormat& format) { return !(size * slack < format.max_finite()); }

/// A sum reaches infinity only if some partial sum does; |partial sum| <= Sum |q_t| |k_t|, rounding included in the
/// factor.
double largest_product_sum(const RowData& row, const RowResult& exact) {
  const double largest = *std::max_element(exact.magnitude.begin(), exact.magnitude.end());
  const double scale = std::fabs(scale_value(*row.problem));
  return std::max(largest, largest / scale);
}

/// How far a score may reach before the sum with its additive bias is rounded. The bias is a finite number of its
/// format, the lowest one mostly ("finite minimum" masks), and what it meets may be off by a little of its own.
double reach(const RowData& row, const RowResult& exact, const RowParts& parts, std::size_t j) {
  const double score = std::fabs(parts.arguments.scores[j]);
  if (j >= row.count() || row.bias.empty() || row.bias_sum(j) == 0)
    return (score + parts.arguments.errors[j].score()) * slack;
  const double alibi = row.alibi.empty() ? 0 : std::fabs(row.alibi[j]);
  return score + (slack - 1) * (std::fabs(exact.raw[j]) + alibi) + parts.arguments.errors[j].products +
         parts.arguments.errors[j].storage;
}

double largest_score(const RowData& row, const RowResult& exact, const RowParts& parts) {
  double largest = 0;
  for (std::size_t j = 0; j < parts.arguments.scores.size(); ++j)
    largest = std::max(largest, reach(row, exact, parts, j));
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

/// By how much, in nats, the computed argument of an exponential may lie above zero, or that of the largest key below
/// it. Fused, exp2(fma(s, c, -fl(m c))) keeps the rounding of m c, u |m|; a conditional rescale keeps its threshold.
/// Two operations subtract rounded scores, of which the maximum is one: nothing is left above zero. Left open it is
/// either, but not with a bias tensor: its sum with the scaled score leaves no product to fuse. Each split has a
/// maximum of its own, which may be any key's score.
double exponent_reach(const RowData& row, const Arithmetic& a, const RowParts& parts) {
  if (!a.fused_exponent.value_or(row.bias.empty())) return a.rescale_threshold;
  double largest = parts.arguments.max_magnitude;
  if (a.splits > 1)
    for (std::size_t j = 0; j < parts.arguments.scores.size(); ++j)
      largest = std::max(largest, std::fabs(parts.arguments.scores[j]) + parts.arguments.errors[j].score());
  return a.rescale_threshold + a.work.unit_roundoff() * largest;
}

/// The unnormalised numerator: relative to a running maximum each of n weights may be `weight`. Normalised weights sum
/// to 1.
double largest_numerator(const RowData& row, const Arithmetic& a, double weight, double largest_value) {
  const double keep = row.keep.empty() ? 1 : 1 / (1 - row.problem->dropout.probability);
  return largest_value * keep * a.probability_scale *
         (a.normalised_first.value_or(false) ? 1 : static_cast<double>(row.count()) * weight);
}

std::string scale_effect(const RowData& row, const Arithmetic& a) {
  const double scale = scale_value(*row.problem);
  if (leaves(scale, a.work) || leaves(scale * std::numbers::log2e, a.work))
    return fmt::format("the scale is no normal number of {}", a.work.name);
  if (row.problem->softcap && leaves(*row.problem->softcap, a.work))
    return fmt::format("the soft cap is no normal number of {}", a.work.name);
  if (!a.fold) return {};
  double largest = 0;
  for (const double q : row.query) largest = std::max(largest, std::fabs(q));
  const double folded = largest * scale * std::numbers::log2e;  // base 2 folds its constant as well
  if (beyond(folded, *a.fold)) return fmt::format("scaled queries reach {:.3g}, beyond {}", folded, a.fold->name);
  return {};
}

std::string score_effect(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts) {
  const double products = largest_product_sum(row, exact), scores = largest_score(row, exact, parts);
  if (beyond(products, a.qk.format))
    return fmt::format("products of query and key reach {:.3g}, beyond {}", products, a.qk.format.name);
  if (a.score_storage && beyond(products, *a.score_storage))
    return fmt::format("scores stored in {} reach {:.3g}", a.score_storage->name, products);
  // To infinity rounds what is half a unit beyond the largest number.
  const FloatFormat& sums = a.bias_rounding ? *a.bias_rounding : a.work;
  if (!(scores < sums.max_finite() + ulp(sums, sums.max_finite()) / 2))
    return fmt::format("scores reach {:.3g}", scores);
  const double key_max = *std::max_element(exact.score.begin(), exact.score.end());
  if (beyond(key_max * std::numbers::log2e, a.work) || beyond(-key_max * std::numbers::log2e, a.work))
    return fmt::format("the largest score of a row is {:.3g}, beyond {} in base 2", key_max, a.work.name);
  if (row.sink && !(*row.sink - key_max <= std::log(a.work.max_finite()) - 1))
    return fmt::format(
        "the sink lies {:.3g} above the largest score: its exponential overflows {} unless the maximum includes it",
        *row.sink - key_max, a.work.name);
  return {};
}

/// Exponentials of arguments that rounding, or a threshold, leaves above zero, and their sum.
std::string weight_effect(const RowData& row, const Arithmetic& a, double reach) {
  const double weight = std::exp(reach), count = static_cast<double>(row.count() + (row.sink ? 1 : 0));
  const double scale = a.row_sum.from_rounded.value_or(true) ? std::max(1.0, a.probability_scale) : 1;
  if (beyond(count * weight * scale, a.work) || !(1 / weight > a.work.min_normal()))
    return fmt::format("rounding may leave exponents up to {:.3g} from zero, beyond {}", reach, a.work.name);
  const bool divided = a.normalised_first.value_or(false) || a.probability == a.work;
  if (!divided && !std::isfinite(round_to(a.probability, weight * a.probability_scale)))
    return fmt::format("probabilities may reach {:.3g}, beyond {}", weight * a.probability_scale, a.probability.name);
  return {};
}

std::string output_effect(const RowData& row, const Arithmetic& a, double reach) {
  double numerator = largest_numerator(row, a, std::exp(reach), row.head->value_max);
  // The head's largest value may lie in a key that this row does not see; only then is it worth looking at each.
  if (beyond(numerator, a.pv.format))
    numerator = largest_numerator(row, a, std::exp(reach), largest_visible_value(row));
  if (beyond(numerator, a.pv.format))
    return fmt::format("the unnormalised output may reach {:.3g}, beyond {}", numerator, a.pv.format.name);
  return {};
}

/// A split's weight e^(L_i - L): the rounding of L may leave its argument above zero.
std::string merge_effect(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts) {
  if (a.splits <= 1) return {};
  const double lse = std::max(std::fabs(exact.lse), parts.arguments.max_magnitude);
  const double weight = std::exp(2 * a.work.unit_roundoff() * lse);
  if (beyond(weight * std::max(1.0, row.head->value_max) * a.splits, a.work))
    return fmt::format("the weight of a split may reach {:.3g}, beyond {}", weight, a.work.name);
  return {};
}

}  // namespace

std::string range_effect(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts) {
  const double reach = exponent_reach(row, a, parts);
  std::string effect = scale_effect(row, a);
  if (effect.empty()) effect = score_effect(row, exact, a, parts);
  if (effect.empty()) effect = weight_effect(row, a, reach);
  if (effect.empty()) effect = output_effect(row, a, reach);
  if (effect.empty()) effect = merge_effect(row, exact, a, parts);
  return effect;
}

}  // namespace assay::reference

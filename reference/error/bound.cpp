// SPDX-License-Identifier: Apache-2.0
// W: what a correct kernel of the declared arithmetic may be off by, before its output is rounded
// (numerics.md#a-the-worst-case; u = unit roundoff of the working format). The sink, where there is one, is
// one more key with value 0; dropout replaces v_j by z_j v_j with z_j = keep_j / (1 - p).
//
// numerics.md#a1-the-exact-identity. If a kernel effectively computes N / D with
//     N = Sum p_j (1+kappa_j)(1+a_j) v_j   and   D = Sum p_j (1+kappa_j)(1+b_j), then
//     N/D - o = [ Sum p_j kappa_j (v_j - o) + Sum p_j (1+kappa_j)(a_j v_j - b_j o) ] / D,
// because Sum p_j (v_j - o) = 0.
//
// Shared factor (numerics.md#a12-the-shared-factor). |kappa_j| <= K_j = (e^Delta_j (1+eps_e)^(1+R) - 1)(1 + 1e-6),
// eps_e = 2u exp_ulp, Delta_j from
//     argument_errors().
// P rounding, relative, underflow included (numerics.md#a13-rounding-the-probabilities).
//     a_j = max(u_P, min(1, eta_P e^((m+ - m) + Delta_j)(1 + 2 eps_e) / (S_P w_j)))
//     p_j for w_j when P is normalised before it is rounded, and then each p_j has a division of its own:
//     a_j <- (1+a_j)(1 + theta_div u) - 1. With dropout the product may be rounded once more.
// Row sum from rounded P: both see the rounding, K_j <- (1+K_j)(1+a_j) - 1, a_j <- 0; left open: the larger of both.
//     With dropout what the values meet is scaled and rounded apart from what is summed: the row sum has a rounding of
//     its own, |b_j| <= a_j, and B <- (1+B)(1 + Sum p_j (1+K_j) a_j) - 1, since Sum p_j (1+K_j) >= 1.
// Numerator and denominator (numerics.md#a14-the-quotient).
//     A_j = (1+a_j)(1+c_pv)(1+u)^R - 1,   B = (1+c_l)(1+u)^R - 1
//     E0 = [ Sum p_j K_j |v_j - o| + Sum p_j (1+K_j)(A_j |v_j| + B |o|) ] / (1 - Sum p_j K_j - B)
// Chain order declared (numerics.md#a15-a-declared-order): c_pv Sum p|v| is replaced by u Sum_t |S_t| (1+2nu) + n^2 u^2
// Sum p|v| with the prefix sums
//     S_t, and c_pv only multiplies what is second order, Sum p|v| ((1+K)(1+a)(1+u)^R - 1).
// Tensor core (numerics.md#a4-tensor-cores): + c_pv Sum p_j |z_j| (1+K_j)(1+a_j)(1+u)^R eta_v, since it aligns a
// subnormal value as the smallest
//     normal number eta_v.
// Hull (numerics.md#a16-the-hull; always finite): the result is a mean of v_j (1+a)/(1+b) with positive weights, so it
// is off by at most
//     max_j |v_j - o| + (A_j + B) |v_j| / (1 - B).   E0 <- min(E0, hull)
//     + c_pv (1+a)(1+u)^R eta_v / (1 - B) on a tensor core. The weights of splits move the mean and do not enter A_j
//     here.
// Splits merged by their log-sum-exp: K and A as in split_merge.cpp, E0 <- E0 (1 + phi) + phi |o|.
// Division.  E = E0 (1 + theta_div u) + theta_div u |o|
// Underflow (numerics.md#a18-underflow).
//     + 2 Sum p_j |z_j v_j| min(1, eta / w_j) + z (2 + (2n + 2R + 4) g) eta,   g = 1 / (l e^(m - m+))
//     P normalised first: min(w_j, p_j) for w_j, and g <- max(g, 1), since the sum over keys is not divided by l
//     afterwards. z = 1 / (1 - p) in training, where a kernel may scale what survived at the very end; 1 otherwise.
#include "reference/error/bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/error/worst/bound_parts.hpp"
#include "reference/error/worst/coefficients.hpp"
#include "reference/error/worst/lse_bound.hpp"
#include "reference/error/worst/range.hpp"
#include "reference/error/replay/replay.hpp"
#include "reference/error/worst/split_merge.hpp"
#include "reference/exact/loops.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string refusal_of(const RowData& row) {
  const Dropout& dropout = row.problem->dropout;
  if (dropout.training && !dropout.mask_given)
    return "the kernel draws its own dropout mask: judged by its statistics alone";
  if (scale_value(*row.problem) <= 0)
    return "the bound assumes a scale above 0: kernels take the maximum of raw scores";
  return {};
}

double number_of_terms(const RowData& row) { return static_cast<double>(row.count() + (row.sink ? 1 : 0)); }

/// a_j: relative error of the probability of key j as the values meet it: its own division where the probabilities are
/// normalised first, its rounding to the declared format with underflow, and the rounding of what dropout scales.
double probability_rounding(const RowData& row, const RowResult& exact, const Arithmetic& a, const KeyError& key,
                            std::size_t j, double max_above) {
  const bool normalised = a.normalised_first.value_or(true);
  const double divided = normalised ? division_error(a) : 0;
  if (a.probability == a.work) return divided;
  const double unit = a.probability.unit_roundoff();
  const double size = normalised || !row.keep.empty() ? exact.probability[j] : exact.weight[j];
  const double lost = 0.5 * a.probability.min_subnormal() * std::exp(max_above + key.argument.total()) *
                      (1 + 2 * exp_error(a)) / (a.probability_scale * size);
  const double once = std::max(unit, std::isfinite(lost) ? std::min(1.0, lost) : 1.0);
  const double stored = row.keep.empty() ? once : (1 + once) * (1 + unit) - 1;
  return (1 + divided) * (1 + stored) - 1;
}

/// p_j K_j without 0 times infinity: a far key may have a huge K and no weight.
double shared_weight(const RowResult& exact, const Arithmetic& a, const KeyError& key, double score, double changes) {
  const KeyWeight weight{.probability = key.probability, .score = score};
  return weight_times_expm1(exact, weight, shared_exponent(a, key, changes)) * (1 + 1e-6);
}

KeyError key_error(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowArguments& arguments,
                   std::size_t j) {
  KeyError key;
  key.argument = arguments.errors[j];
  const bool is_sink = j == row.count();
  key.probability = is_sink ? std::exp(*row.sink - exact.max) / exact.sum : exact.probability[j];
  key.rounding = is_sink ? 0 : probability_rounding(row, exact, a, key, j, arguments.max_above);
  return key;
}

/// The row sum sees the rounding of P: it moves into the shared factor, (1+K)(1+a) - 1, a = 0; or, with dropout, it has
/// one of its own.
RowParts with_rounded_row_sum(RowParts parts) {
  if (parts.dropped) {
    double own = 0;
    for (const KeyError& key : parts.keys) own += key.upper() * key.rounding;
    parts.denominator = (1 + parts.denominator) * (1 + own) - 1;
    return parts;
  }
  for (KeyError& key : parts.keys) {
    key.shared_rounding = key.upper() * key.rounding;
    key.shared += key.shared_rounding;
    key.reweighted *= 1 + key.rounding;
    key.rounding = 0;
  }
  return parts;
}

}  // namespace

double weight_times_expm1(const RowResult& exact, const KeyWeight& key, double exponent) {
  if (exponent < 1) return key.probability * std::expm1(exponent);
  return std::exp(key.score - exact.max + exponent) / exact.sum;
}

double shared_exponent(const Arithmetic& a, const KeyError& key, double changes) {
  return key.argument.total() + std::log1p(exp_error(a)) * (1 + changes) + key.moved;
}

double exp_error(const Arithmetic& a) { return 2 * a.work.unit_roundoff() * a.exp_ulp; }

RowParts row_parts(const RowData& row, const RowResult& exact, const Arithmetic& a) {
  const double u = a.work.unit_roundoff();
  RowParts parts;
  parts.arguments = argument_errors(row, exact, a);
  const RowArguments& arguments = parts.arguments;
  for (std::size_t j = 0; j < arguments.errors.size(); ++j)
    parts.keys.push_back(key_error(row, exact, a, arguments, j));
  add_split_moves(row, exact, a, parts);
  for (std::size_t j = 0; j < arguments.errors.size(); ++j)
    parts.keys[j].shared = shared_weight(exact, a, parts.keys[j], arguments.scores[j], arguments.changes);
  add_split_merge(row, exact, a, parts);
  const double n = number_of_terms(row);
  const FloatFormat& p = a.probability;
  const double positions = row.keys.empty() ? 0 : static_cast<double>(row.keys.back() - row.keys.front() + 1);
  const SumShape shape{.terms = n,
                       .positions = positions,
                       .block = static_cast<double>(a.block),
                       .blocks = arguments.blocks,
                       .products_round = products_round(p, row.problem->dtype, a.pv.format)};
  parts.accumulation = sum_coefficient(a.pv, shape);
  parts.row_sum = row_sum_coefficient(a, shape);
  const double rescaled = std::log1p(std::max(u, a.pv.format.unit_roundoff()));
  parts.rescale = std::expm1(arguments.changes * rescaled) + (row.keep.empty() ? 0 : 2 * u);
  parts.denominator = (1 + parts.row_sum) * (1 + parts.rescale) - 1;
  parts.underflow = std::max(underflow_unit(a), a.pv.format.min_subnormal());
  parts.normalised = a.normalised_first.value_or(true) || a.splits > 1;
  parts.dropped = !row.keep.empty();
  if (a.pv.kind == Accumulator::Kind::TensorCore)
    parts.lifted = parts.accumulation * (1 + parts.rescale) * row.problem->dtype.min_normal();
  return parts;
}

std::vector<RowParts> readings(const RowParts& parts, const Arithmetic& a) {
  if (a.row_sum.from_rounded) return {*a.row_sum.from_rounded ? with_rounded_row_sum(parts) : parts};
  if (a.probability == a.work) return {parts};
  return {parts, with_rounded_row_sum(parts)};
}

double divisor(const RowParts& parts) {
  double shared = 0;
  for (const KeyError& key : parts.keys) shared += key.shared;
  return 1 - shared - parts.denominator;
}

/// By how much the declared order narrows the accumulation term of each element (0 where it does not).
std::vector<double> chain_savings(const RowData& row, const RowResult& exact, const Arithmetic& a,
                                  const RowParts& parts) {
  const std::size_t features = exact.out.size();
  const double u = a.pv.format.unit_roundoff(), n = static_cast<double>(parts.keys.size());
  const bool rounds = products_round(a.probability, row.problem->dtype, a.pv.format) && !a.pv.fused;
  std::vector<double> prefix(features), prefixes(features), absolute(features), second(features), zero(features);
  for (std::size_t j = 0; j < row.count(); ++j) {
    const KeyError& key = parts.keys[j];
    const double keep = row.keep_factor(j), scaled = key.upper() * (1 + key.rounding) * (1 + parts.rescale);
    loops::add_prefixes(prefix.data(), prefixes.data(), key.probability * keep, row.value(j), features);
    loops::add_deviations({.deviations = absolute.data(),
                           .magnitudes = second.data(),
                           .centre = zero.data(),
                           .value = row.value(j),
                           .of_deviation = key.probability,
                           .of_magnitude = scaled,
                           .keep = keep,
                           .count = features});
  }
  std::vector<double> savings(features);
  if (a.splits > 1) return savings;  // the splits' prefix sums are not the row's
  for (std::size_t c = 0; c < features; ++c) {
    const double ordered =
        (u * prefixes[c] * (1 + 2 * n * u) + (n * n * u * u + (rounds ? u : 0)) * absolute[c]) * (1 + 1e-9) +
        parts.accumulation * (second[c] - absolute[c]);
    savings[c] = std::max(0.0, parts.accumulation * second[c] - ordered);
  }
  return savings;
}

/// What aligning every value as one of at least the smallest normal number adds to the accumulation term, at most.
static double lifted_values(const RowData& row, const RowParts& parts) {
  double sum = 0;
  for (std::size_t j = 0; j < row.count(); ++j)
    sum += product(parts.keys[j].upper(), 1 + parts.keys[j].rounding) * row.keep_factor(j);
  return product(parts.lifted, sum);
}

static std::vector<double> numerators(const RowData& row, const RowResult& exact, const Arithmetic& a,
                                      const RowParts& parts) {
  const std::size_t features = exact.out.size();
  std::vector<double> shared(features), magnitudes(features);
  double constant = 0;
  for (std::size_t j = 0; j < parts.keys.size(); ++j) constant += parts.keys[j].upper() * parts.denominator;
  for (std::size_t j = 0; j < row.count(); ++j)
    loops::add_deviations({.deviations = shared.data(),
                           .magnitudes = magnitudes.data(),
                           .centre = exact.out.data(),
                           .value = row.value(j),
                           .of_deviation = parts.keys[j].shared,
                           .of_magnitude = parts.keys[j].met(parts),
                           .keep = row.keep_factor(j),
                           .count = features});
  const double of_sink = row.sink ? parts.keys.back().shared : 0;
  const double lift = lifted_values(row, parts);
  std::vector<double> result(features);
  for (std::size_t c = 0; c < features; ++c)
    result[c] = shared[c] + magnitudes[c] + lift + (of_sink + constant) * std::fabs(exact.out[c]);
  if (a.pv.kind == Accumulator::Kind::Chain) {
    const std::vector<double> saving = chain_savings(row, exact, a, parts);
    for (std::size_t c = 0; c < features; ++c) result[c] -= saving[c];
  }
  return result;
}

/// The largest error of any mean of the visible values; derivation above. At `limit` it stops: mostly the first value
/// is farther from the output than the sums allow.
static double hull_bound(const RowData& row, const RowResult& exact, const RowParts& parts, std::size_t feature,
                         double limit) {
  if (!(parts.denominator < 1)) return infinity;
  double largest = row.sink ? std::fabs(exact.out[feature]) : 0;
  for (std::size_t j = 0; j < row.count() && largest < limit; ++j) {
    const double value = row.value(j)[feature] * row.keep_factor(j);
    const double relative = (parts.keys[j].numerator(parts) + parts.denominator) / (1 - parts.denominator);
    const double lift = parts.lifted * (1 + parts.keys[j].rounding) * row.keep_factor(j) / (1 - parts.denominator);
    largest = std::max(largest, std::fabs(value - exact.out[feature]) + product(relative, std::fabs(value)) + lift);
  }
  return largest;
}

FirstBound first_bound(const RowData& row, const RowResult& exact, const RowParts& parts, std::size_t feature,
                       Quotient sums) {
  const double quotient = sums.divisor > 0 && std::isfinite(sums.numerator) ? sums.numerator / sums.divisor : infinity;
  const double hull = hull_bound(row, exact, parts, feature, quotient);
  return {std::min(quotient, hull), hull < quotient || std::isinf(quotient)};
}

/// What underflow may cost each element.
std::vector<double> underflow_parts(const RowData& row, const RowResult& exact, const RowParts& parts) {
  const std::size_t features = exact.out.size();
  std::vector<double> lost(features), unused(features), zero(features);
  for (std::size_t j = 0; j < row.count(); ++j) {
    const double smallest = parts.normalised ? std::min(exact.weight[j], exact.probability[j]) : exact.weight[j];
    loops::add_deviations({.deviations = unused.data(),
                           .magnitudes = lost.data(),
                           .centre = zero.data(),
                           .value = row.value(j),
                           .of_deviation = 0,
                           .of_magnitude = 2 * exact.probability[j] * std::min(1.0, parts.underflow / smallest),
                           .keep = row.keep_factor(j),
                           .count = features});
  }
  const double n = static_cast<double>(parts.keys.size());
  const double divided = std::exp(std::min(parts.arguments.max_above, 700.0)) / exact.sum;
  const double share = parts.normalised ? std::max(divided, 1.0) : divided;
  const double survivors = row.keep.empty() ? 1 : 1 / (1 - row.problem->dropout.probability);
  const double sum = (2 + (2 * n + 2 * parts.arguments.changes + 4) * share) * parts.underflow * survivors;
  for (double& element : lost) element += sum;
  return lost;
}

std::vector<double> element_bounds(const RowData& row, const RowResult& exact, const Arithmetic& a,
                                   const RowParts& parts) {
  const double below = divisor(parts);
  const double division = division_error(a);
  std::vector<double> bounds = numerators(row, exact, a, parts);
  const std::vector<double> underflow = underflow_parts(row, exact, parts);
  for (std::size_t c = 0; c < bounds.size(); ++c) {
    double first = first_bound(row, exact, parts, c, {bounds[c], below}).value;
    first = first * (1 + parts.merge) + parts.merge * std::fabs(exact.out[c]);
    bounds[c] = first * (1 + division) + division * std::fabs(exact.out[c]) + underflow[c];
  }
  return bounds;
}

/// A row without a visible key gives the convention's constants exactly, but for the mean of all values (n additions
/// and a division in any order, of weights 1 / n that are rounded to P's format where they are normalised before they
/// meet the values) and the log-sum-exp of a lone sink.
static RowBound empty_row_bound(const RowData& row, const RowResult& exact, const Arithmetic& a) {
  const double u = a.work.unit_roundoff(), n = static_cast<double>(row.head->key_length);
  const double sums = gamma(n + 3, std::max(u, a.pv.format.unit_roundoff()));
  const bool rounds = a.probability != a.work && a.normalised_first.value_or(true);
  const double lost = 0.5 * a.probability.min_subnormal() * n / a.probability_scale;
  const double weight = rounds ? std::max(a.probability.unit_roundoff(), std::min(1.0, lost)) : 0;
  RowBound bound;
  bound.out.assign(exact.out.size(), 0);
  if (row.problem->convention.empty_row == EmptyRow::Mean && !row.sink)
    for (std::size_t c = 0; c < bound.out.size(); ++c) {
      double magnitude = 0;
      for (std::int64_t j = 0; j < row.head->key_length; ++j) magnitude += std::fabs(row.head->value(j)[c]) / n;
      bound.out[c] = ((1 + sums) * (1 + weight) - 1) * magnitude + (n + 2) * underflow_unit(a);
      if (!(n * magnitude * (1 + sums) <= a.pv.format.max_finite()))
        bound.range = "the sum of all values may overflow before it is divided";
    }
  if (!bound.range.empty()) std::fill(bound.out.begin(), bound.out.end(), infinity);
  if (row.sink) bound.lse = 8 * u * std::fabs(*row.sink) + std::exp2(-21.41) * (u / 0x1p-24);
  return bound;
}

/// A bound is a number from 0 to infinity. NaN would be lost in the comparisons that judge.
static std::string own_fault_of(const RowBound& bound) {
  const auto sound = [](double allowed) { return allowed >= 0; };
  if (!std::all_of(bound.out.begin(), bound.out.end(), sound)) return "the bound of an output is not a number";
  if (!sound(bound.lse)) return "the bound of the log-sum-exp is not a number";
  const auto known = [](const Reals& interval) { return interval.lower <= interval.upper; };
  if (!std::all_of(bound.replay.begin(), bound.replay.end(), known)) return "the replay's interval is not a number";
  return {};
}

static RowBound derived_bound(const RowData& row, const RowResult& exact, const Arithmetic& a) {
  RowBound bound;
  bound.out.assign(exact.out.size(), 0);
  bound.refusal = refusal_of(row);
  if (!bound.refusal.empty()) return bound;
  if (exact.empty) return empty_row_bound(row, exact, a);
  if (exact.probability.empty() || std::isnan(exact.lse)) return bound;  // NaN by definition: nothing is allowed
  const RowParts parts = row_parts(row, exact, a);
  bound.range = range_effect(row, exact, a, parts);
  if (!bound.range.empty()) {
    std::fill(bound.out.begin(), bound.out.end(), infinity);
    bound.lse = infinity;
    return bound;
  }
  for (const RowParts& reading : readings(parts, a)) {
    const std::vector<double> bounds = element_bounds(row, exact, a, reading);
    for (std::size_t c = 0; c < bounds.size(); ++c) bound.out[c] = std::max(bound.out[c], bounds[c]);
  }
  bound.lse = lse_bound(row, exact, a, parts);
  bound.replay = replay_intervals(replay_row(row, exact, a, parts));
  return bound;
}

RowBound bound_row(const RowData& row, const RowResult& exact, const Arithmetic& a) {
  RowBound bound = derived_bound(row, exact, a);
  bound.own_fault = own_fault_of(bound);
  return bound;
}

}  // namespace assay::reference

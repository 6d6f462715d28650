// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/error/bound.hpp"
#include "reference/error/worst/bound_parts.hpp"
#include "reference/error/worst/coefficients.hpp"
#include "reference/error/replay/replay.hpp"

namespace assay::reference {
namespace {

/// The numerator of E0 at one element, by source.
struct ElementSums {
  double products = 0, storage = 0, options = 0, maximum = 0, gap = 0, exponential = 0, probability = 0,
         accumulation = 0, row_sum = 0, split = 0;
  double total() const {
    return products + storage + options + maximum + gap + exponential + probability + accumulation + row_sum + split;
  }
};

double kept_value(const RowData& row, std::size_t j, std::size_t feature) {
  return j == row.count() ? 0 : row.value(j)[feature] * row.keep_factor(j);  // the sink comes last and has no value
}

ElementSums element_sums(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts,
                         std::size_t feature) {
  ElementSums sums;
  const double exponent = std::log1p(exp_error(a)) * (1 + parts.arguments.changes), centre = exact.out[feature];
  for (std::size_t j = 0; j < parts.keys.size(); ++j) {
    const KeyError& key = parts.keys[j];
    const double size = std::fabs(kept_value(row, j, feature)),
                 deviation = std::fabs(kept_value(row, j, feature) - centre);
    const double argument = (key.shared - key.shared_rounding) * deviation;
    const double all = key.argument.total() + exponent + key.moved;
    const double share = argument / std::max(all, std::numeric_limits<double>::min());
    sums.products += share * key.argument.products;
    sums.storage += share * key.argument.storage;
    sums.options += share * key.argument.options;
    sums.maximum += share * key.argument.maximum;
    sums.gap += share * key.argument.gap;
    sums.exponential += share * exponent;
    sums.split += share * key.moved;
    sums.probability += key.shared_rounding * deviation + key.upper() * key.rounding * size;
    sums.accumulation += product(key.met(parts) - product(key.upper(), key.rounding), size);
    sums.row_sum += key.upper() * parts.denominator * std::fabs(centre);
  }
  if (a.pv.kind == Accumulator::Kind::Chain) sums.accumulation -= chain_savings(row, exact, a, parts)[feature];
  return sums;
}

std::vector<BoundTerm> named_sums(const ElementSums& s, double factor) {
  return {
      {"query.key", "rounding of the score sums, c_qk Sum |q||k|, through the softmax", s.products * factor},
      {"score storage", "scores or scaled queries rounded to a narrow format", s.storage * factor},
      {"options", "soft cap, bias, ALiBi and sink as they are added", s.options * factor},
      {"maximum", "rounding of the (scaled) maximum and of the exponent's product", s.maximum * factor},
      {"gap", "roundings that grow with the distance below the maximum, theta u (m - s)", s.gap * factor},
      {"exponential", "error of exp, once and at every change of the maximum", s.exponential * factor},
      {"probabilities", "probabilities rounded to their format, underflow included", s.probability * factor},
      {"accumulation", "rounding of the sums of probabilities times values, and rescaling", s.accumulation * factor},
      {"row sum", "rounding of the sum of exponentials", s.row_sum * factor},
      {"split", "the rounding of each split's log-sum-exp, which moves it against the others", s.split * factor},
  };
}

/// The reading of the declaration that allows this element most.
RowParts widest_reading(const RowData& row, const RowResult& exact, const Arithmetic& a, std::size_t feature) {
  const std::vector<RowParts> all = readings(row_parts(row, exact, a), a);
  const auto allowed = [&](const RowParts& parts) { return element_bounds(row, exact, a, parts)[feature]; };
  return *std::max_element(all.begin(), all.end(),
                           [&](const RowParts& x, const RowParts& y) { return allowed(x) < allowed(y); });
}

}  // namespace

std::vector<BoundTerm> explain_bound(const RowData& row, const RowResult& exact, const Arithmetic& a,
                                     std::int64_t feature) {
  if (exact.empty || exact.probability.empty())
    return {{"empty row", "no visible key: the convention's value, exactly", 0}};
  const auto c = static_cast<std::size_t>(feature);
  const RowParts parts = widest_reading(row, exact, a, c);
  const double below = divisor(parts), division = division_error(a);
  const ElementSums sums = element_sums(row, exact, a, parts, c);
  const FirstBound first = first_bound(row, exact, parts, c, {sums.total(), below});
  std::vector<BoundTerm> terms;
  if (first.by_hull)
    terms = {{"hull", "the sums promise no more: the result is some mean of the visible values",
              first.value * (1 + division) * (1 + parts.merge)}};
  else
    terms = named_sums(sums, (1 + division) * (1 + parts.merge) / below);
  terms.push_back({"merge", "merging the splits by their log-sum-exp", parts.merge * std::fabs(exact.out[c])});
  terms.push_back({"division", "the final division by the row sum", division * std::fabs(exact.out[c])});
  terms.push_back({"underflow", "results below the smallest normal number", underflow_parts(row, exact, parts)[c]});
  std::erase_if(terms, [](const BoundTerm& term) { return term.value == 0; });
  std::sort(terms.begin(), terms.end(), [](const BoundTerm& x, const BoundTerm& y) { return x.value > y.value; });
  return terms;
}

std::vector<BoundTerm> explain_replay(const RowData& row, const RowResult& exact, const Arithmetic& a,
                                      std::int64_t feature) {
  const auto c = static_cast<std::size_t>(feature);
  const Replay replay = replay_row(row, exact, a, row_parts(row, exact, a));
  if (replay.readings.empty()) return {};
  const ReplayReading* widest = &replay.readings.front();
  for (const ReplayReading& reading : replay.readings)
    if (reading.radius[c] > widest->radius[c]) widest = &reading;
  double undecided = 0;
  for (std::size_t j = 0; j < widest->keys.size(); ++j)
    undecided += widest->keys[j].undecided * std::fabs(row.value(j)[c] - (widest->rounded_sum ? widest->centre[c] : 0));
  const Reals interval = replay_intervals(replay)[c];
  const double radius = widest->radius[c], half = (interval.upper - interval.lower) / 2;
  return {{"undecided", "probabilities so near the middle of two numbers that either is right", undecided},
          {"sums", "all after that rounding: sums, rescaling, row sum, division, underflow", radius - undecided},
          {"readings", "how the row sum is made is not declared: half the distance of what either way gives",
           std::max(0.0, half - radius)}};
}

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
// SD': the size that errors usually have (numerics.md#d-the-usual-size).
//
// Rounding to nearest of a log-uniform significand has relative variance 0.18 u^2. Errors that the keys
// do not share are added in quadrature, errors that they share first add up with their signs: equal scores have equal
// exponentials (groups), scores within 2 u_P of each other round their probabilities alike (cells), all keys before a
// change of the maximum are rescaled together (prefixes). Groups and cells count as shared or as each key's own,
// whichever is more: keys of equal scores may still differ in their sums.
//   key           var kappa_j = products + 0.18u^2 ((m - s_j)^2 [+ s_j^2 not fused]) + (options^2 + storage^2) / 3
//                             + eps_e^2 / 3                          per group: (Sum_group p (v - o))^2 var kappa
//     products    0.18u^2 (d+1) M(q_t k_jt) [+ 0.18u^2 Sum x^2 rounded]; M(x) = max(mean S_t^2, |x|^2/6 + S^2/3), the
//                 mean square of partial sums in the given and in random order
//     tensor core 0.33 (ceil(d/K)(2^-2r + K 2^-2F)) (M(x) + max x^2), and a mean shift 0.36 (n/K)(2^-r + K 2^-F)/2
//                 of the whole sum, which all keys share; promoted: inside a group, and 0.18u^2 M an addition
//   shared        the constant c = scale log2 e, off by (theta - 2)u at most: ((theta-2)u)^2/3 (Sum p (v-o)(s-m))^2;
//                 fold, tanh and merged splits as (Sum p |v-o| bound)^2 / 3: one error for many keys
//   block         fl(m_b c): (Sum_block p (v-o))^2 0.18u^2 m_b^2
//   change of the maximum   (prefix Sum p (v-o))^2 (eps_e^2/3 + 0.36u^2 (m_t - m_{t-1})^2)
//                           + (prefix Sum p v)^2 0.18u^2
//   probabilities without replay: per cell (Sum_cell p a v)^2, a = 0.425 u_P or a_j / sqrt(3) where they underflow;
//                 v - o where the row sum adds rounded ones
//   probabilities with replay: only undecided ones, +-rho exactly: per group (Sum rho v)^2. The key, block and shared
//                 terms then reach the output through the row sum alone: o for v - o where it adds unrounded weights,
//                 nothing where it adds rounded ones or where P was divided first.
//   maxima with replay, divided at the end: P_j stays what it is while e^(m^_b - m^_T) carries the score errors d of
//                 the maxima. Keys under one maximum k, B_k, share d_k - d_T, and an unrounded weight has d_j - d_T:
//                 N^/D^ - oR = Sum_k d_k (Sum_B_k f P v / l - o p_k) - o Sum_(j no maximum) p_j d_j, the last being
//                 the key term; rounded: Sum_k d_k Sum_B_k f P (v - o) / Sum f P. var d is the key's without what
//                 grows with m - s_j and without eps_e
//   accumulation  0.18u^2 (n+1) M(p_j v_jc) n / (different addends), tensor core as above, subnormals lifted
//   row sum       o^2 of its variance, and o times what it loses whole (beside the root)
//   log-sum-exp   the terms for v - o = 1, and what is lost; exponentials that all err alike cancel in N/D alone: here
//                 eps_e^2/3
//   division      (theta_div u o)^2 / 3; underflow: its bound, beside the root. Undeclared blocks: 32 keys.
// EP: probable.cpp; the row sum: row_sum_size.cpp.
#include "reference/error/usual/expected.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/error/worst/coefficients.hpp"
#include "reference/error/worst/lse_bound.hpp"
#include "reference/error/usual/maximum_runs.hpp"
#include "reference/error/usual/noise.hpp"
#include "reference/error/usual/probable.hpp"
#include "reference/error/worst/range.hpp"
#include "reference/error/usual/row_sum_size.hpp"
#include "reference/error/usual/score_variance.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int usual_block = 32;
double square(double x) { return x * x; }

class Expectation {
 public:
  Expectation(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts)
      : row_(row),
        exact_(exact),
        a_(a),
        parts_(parts),
        u_(a.work.unit_roundoff()),
        features_(exact.out.size()),
        rounds_(a.probability != a.work),
        smallest_(row.problem->dtype.min_normal()),
        order_(order_of(parts.arguments.scores, rounds_ ? 2 * a.probability.unit_roundoff() : 0)) {
    Arithmetic blocks = a;
    if (blocks.block == 0) blocks.block = usual_block;
    states_ = running_maxima(row, parts.arguments, blocks);
    runs_ = maximum_runs(states_, parts.arguments.scores);
    for (std::size_t j = 0; j < parts.keys.size(); ++j) {
      score_variance_.push_back(score_variance(row, a, parts.arguments, j));
      key_variance_.push_back(score_variance_[j] + square(exp_error(a)) / 3 +
                              rounding_variance * square(u_ * (exact.max - parts.arguments.scores[j])));
    }
    repeats_ = static_cast<double>(parts.keys.size()) / std::max(1.0, order_.groups);
    row_sum_ = row_sum_size(exact, a, parts, states_, repeats_);
  }

  ExpectedSize without_replay() {
    ExpectedSize size;
    for (const double o : exact_.out) size.centre.push_back({o, o});
    variance_ = accumulation();
    add_keys(exact_.out, 1, 0);
    add_probabilities(exact_.out);
    add_final(exact_.out, !a_.normalised_first.value_or(false));
    take_root(size);
    return size;
  }

  ExpectedSize with(const ReplayReading& reading) {
    ExpectedSize size;
    for (const double o : reading.centre) size.centre.push_back({o, o});
    const bool normalised = a_.normalised_first.value_or(false);
    variance_ = accumulation();
    if (!normalised) {
      add_changes(reading.centre);
      add_maxima(reading);
      if (!reading.rounded_sum) add_keys(reading.centre, 0, 1);
    }
    add_undecided(reading);
    add_final(reading.centre, !normalised);
    take_root(size);
    return size;
  }

  /// Variance of the log-sum-exp before its own roundings, in nats.
  double row_sum_variance() const {
    double variance = 0, group = 0, noise = 0, shared = 0, shifted = 0;
    for (std::size_t n = 0; n < order_.keys.size(); ++n) {
      const std::size_t j = order_.keys[n];
      group += parts_.keys[j].probability;
      noise = std::max(noise, key_variance_[j]);
      shared += parts_.keys[j].probability * std::fabs(parts_.arguments.scores[j] - exact_.max);
      shifted += parts_.keys[j].probability * coherent(j);
      if (order_.ends_group[n]) variance += square(group) * noise, group = noise = 0;
    }
    return variance + square(constant_error() * shared) / 3 + square(shifted) / 3 + row_sum_.variance +
           square(exp_error(a_)) / 3 + 2 * rounding_variance * square(u_ * parts_.arguments.max_magnitude);
  }

  double rounded_sum_variance() const {
    double variance = 0, cell = 0;
    for (std::size_t n = 0; n < order_.keys.size(); ++n) {
      cell += parts_.keys[order_.keys[n]].probability * rounding_size(order_.keys[n]);
      if (order_.ends_cell[n]) variance += square(cell), cell = 0;
    }
    return variance;
  }

  const ScoreOrder& order() const { return order_; }
  double lost_weights() const { return row_sum_.lost; }

  double sources() const { return std::min(sources_of(order_, exact_.probability), addend_sources_); }
  bool structured() const { return row_.count() >= 8 && order_.groups < static_cast<double>(row_.count()) / 8; }

 private:
  double value(std::size_t j, std::size_t c) const {
    return j == row_.count() ? 0 : row_.value(j)[c] * row_.keep_factor(j);  // the sink comes last
  }

  static void add_squares(std::vector<double>& variance, std::vector<double>& sums, double factor) {
    for (std::size_t c = 0; c < sums.size(); ++c) variance[c] += factor * square(std::exchange(sums[c], 0));
  }

  double constant_error() const { return std::max(0.0, a_.theta - 2) * u_; }
  /// Errors that many keys share, in nats.
  double coherent(std::size_t j) const {
    const ArgumentError& e = parts_.arguments.errors[j];
    const double shift =
        j == row_.count() ? 0 : mean_shift(a_.qk, static_cast<double>(row_.query.size())) * std::fabs(exact_.raw[j]);
    return shift + (a_.fold ? e.storage : 0) + (row_.problem->softcap ? e.options : 0) + parts_.keys[j].moved;
  }

  double rounding_size(std::size_t j) const {
    if (!rounds_) return bound_rounding(parts_.keys[j]) / std::sqrt(3.0);
    const double a = bound_rounding(parts_.keys[j]), u = a_.probability.unit_roundoff();
    return a <= u * (1 + 1e-3) ? std::sqrt(rounding_variance) * a : a / std::sqrt(3.0);
  }

  std::vector<double> accumulation() {
    std::vector<double> variance(features_);
    const bool rounds = products_round(a_.probability, row_.problem->dtype, a_.pv.format) && !a_.pv.fused;
    const double shift = mean_shift(a_.pv, static_cast<double>(row_.count()));
    std::vector<double> addends(row_.count());
    lost_.assign(features_, 0);
    for (std::size_t c = 0; c < features_; ++c) {
      SumNoise sum(a_.pv);
      for (std::size_t j = 0; j < row_.count(); ++j) {
        addends[j] = exact_.probability[j] * value(j, c);
        sum.add(exact_.probability[j] * row_.keep_factor(j) * lifted(a_.pv, row_.value(j)[c], smallest_));
      }
      // Below half a unit of the sum an addend is lost whole, and all such are lost one way.
      const double unit = a_.pv.format.unit_roundoff() * sum.largest_prefix;
      for (const double addend : addends) lost_[c] += std::fabs(addend) <= unit ? std::fabs(addend) : 0;
      if (a_.pv.format.precision() < a_.work.precision())
        addend_sources_ = std::min(addend_sources_, different(addends, 2 * unit));
      // Few scores may still mean many addends, if the values differ; many scores always do.
      const double repeats = repeats_ > 2 ? repeats_among(addends) : repeats_;
      variance[c] = sum.variance(a_.pv, rounds, repeats) + square(shift * sum.mean_prefix());
    }
    return variance;
  }

  /// Key, block and shared terms: v enters with of_value, the centre with of_centre in place of v - o.
  void add_keys(const std::vector<double>& centre, double of_value, double of_centre) {
    const auto deviation = [&](std::size_t j, std::size_t c) {
      return of_value == 0 ? of_centre * centre[c] : of_value * (value(j, c) - centre[c]);
    };
    SharedSums group(features_);
    std::vector<double> distant(features_), moved(features_);
    double noise = 0;
    for (std::size_t n = 0; n < order_.keys.size(); ++n) {
      const std::size_t j = order_.keys[n];
      const double p = parts_.keys[j].probability, away = p * (parts_.arguments.scores[j] - exact_.max);
      const double together = p * coherent(j);
      for (std::size_t c = 0; c < features_; ++c) {
        const double d = deviation(j, c);
        group.add(c, p * d);
        distant[c] += away * d;
        moved[c] += together * std::fabs(d);
      }
      noise = std::max(noise, key_variance_[j]);
      if (order_.ends_group[n]) group.take(variance_, noise), noise = 0;
    }
    add_squares(variance_, distant, square(constant_error()) / 3);
    add_squares(variance_, moved, 1.0 / 3);
    std::vector<double> block(features_);
    for (const MaximumState& state : states_) {
      for (std::size_t j = state.begin; j < state.end; ++j)
        for (std::size_t c = 0; c < features_; ++c) block[c] += exact_.probability[j] * deviation(j, c);
      add_squares(variance_, block, rounding_variance * square(u_ * state.maximum));
    }
    if (of_value != 0 && !a_.normalised_first.value_or(false)) add_changes(centre);
  }

  void add_changes(const std::vector<double>& centre) {
    std::vector<double> deviations(features_), sums(features_);
    const double eps = exp_error(a_);
    double before = 0;
    for (const MaximumState& state : states_) {
      if (state.may_change) {
        const double factor = square(eps) / 3 + 2 * rounding_variance * square(u_ * (state.maximum - before));
        const double rounding = rounding_variance * square(std::max(u_, a_.pv.format.unit_roundoff()));
        for (std::size_t c = 0; c < features_; ++c)
          variance_[c] += factor * square(deviations[c]) + rounding * square(sums[c]);
      }
      before = state.maximum;
      for (std::size_t j = state.begin; j < state.end; ++j)
        for (std::size_t c = 0; c < features_; ++c) {
          deviations[c] += exact_.probability[j] * (value(j, c) - centre[c]);
          sums[c] += exact_.probability[j] * value(j, c);
        }
    }
  }

  /// Score errors of the maxima, where probabilities are replayed and divided at the end.
  void add_maxima(const ReplayReading& reading) {
    std::vector<double> sums(features_);
    for (const MaximumRun& run : runs_) {
      for (std::size_t c = 0; c < features_; ++c) {
        const double centre = reading.centre[c];
        for (std::size_t j = run.begin; j < run.end; ++j)
          sums[c] += reading.keys[j].share * (value(j, c) - (reading.rounded_sum ? centre : 0));
        if (!reading.rounded_sum) sums[c] -= exact_.probability[run.key] * centre;
      }
      add_squares(variance_, sums, score_variance_[run.key]);
    }
  }

  void add_probabilities(const std::vector<double>& centre) {
    const bool sum_may_not_be = !a_.row_sum.from_rounded.value_or(false) || parts_.dropped;
    const double apart = parts_.dropped && a_.row_sum.from_rounded.value_or(true) ? rounded_sum_variance() : 0;
    for (std::size_t c = 0; c < features_; ++c) variance_[c] += apart * square(centre[c]);
    SharedSums deviations(features_), sizes(features_);
    for (std::size_t n = 0; n < order_.keys.size(); ++n) {
      const std::size_t j = order_.keys[n];
      const double size = parts_.keys[j].probability * rounding_size(j);
      for (std::size_t c = 0; c < features_; ++c) {
        deviations.add(c, size * (value(j, c) - centre[c]));
        sizes.add(c, size * value(j, c));
      }
      if (order_.ends_cell[n]) deviations.take(variance_, 1), sizes.take(variance_, sum_may_not_be ? 1 : 0);
    }
  }

  void add_undecided(const ReplayReading& reading) {
    SharedSums group(features_);
    for (std::size_t n = 0; n < order_.keys.size(); ++n) {
      const std::size_t j = order_.keys[n];
      const double rho = j < row_.count() ? reading.keys[j].undecided : 0;
      if (rho > 0)
        for (std::size_t c = 0; c < features_; ++c)
          group.add(c, rho * (value(j, c) - (reading.rounded_sum ? reading.centre[c] : 0)));
      if (order_.ends_group[n]) group.take(variance_, 1);
    }
  }

  void add_final(const std::vector<double>& centre, bool sum_reaches_output) {
    const bool reaches = sum_reaches_output || !rounds_;
    const double relative = (reaches ? row_sum_.variance : 0) + (square(division_error(a_)) + square(parts_.merge)) / 3;
    for (std::size_t c = 0; c < features_; ++c) {
      variance_[c] += relative * square(centre[c]);
      if (reaches) lost_[c] += row_sum_.lost * std::fabs(centre[c]);
    }
  }

  /// Underflow stays outside the root: tiny squares vanish. Where the bound is no first-order one, nothing is usual.
  void take_root(ExpectedSize& size) const {
    const std::vector<double> underflow = underflow_parts(row_, exact_, parts_);
    const bool known = divisor(parts_) >= 0.5;
    const double relative = (a_.division == Division::Approximate ? division_error(a_) : 0) +
                            (row_.keep.empty() ? 0 : 2 * u_) + parts_.merge;
    for (std::size_t c = 0; c < features_; ++c) {
      const double usual = std::sqrt(variance_[c]) + lost_[c] + underflow[c] + exact_.out_radius[c];
      size.deviation.push_back(known ? usual : infinity);
      size.systematic.push_back(relative * std::fabs(size.centre[c].upper) + lost_[c]);
    }
  }

  const RowData& row_;
  const RowResult& exact_;
  const Arithmetic& a_;
  const RowParts& parts_;
  double u_;
  std::size_t features_;
  bool rounds_;
  double smallest_;  ///< what a tensor core lifts operands to
  ScoreOrder order_;
  std::vector<MaximumState> states_;
  std::vector<MaximumRun> runs_;
  std::vector<double> score_variance_, key_variance_;
  RowSumSize row_sum_;
  double repeats_ = 1, addend_sources_ = infinity;
  std::vector<double> variance_, lost_;
};

void widen(ExpectedSize& size, const ExpectedSize& other) {
  for (std::size_t c = 0; c < size.centre.size(); ++c) {
    size.centre[c].lower = std::min(size.centre[c].lower, other.centre[c].lower);
    size.centre[c].upper = std::max(size.centre[c].upper, other.centre[c].upper);
    size.deviation[c] = std::max(size.deviation[c], other.deviation[c]);
    size.systematic[c] = std::max(size.systematic[c], other.systematic[c]);
  }
}

void add_lse(ExpectedSize& size, const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts,
             const Replay& replay, const Expectation& expectation) {
  const double unit = row.problem->convention.lse_base == LseBase::Two ? std::log(2.0) : 1;
  double variance = expectation.row_sum_variance(), low = 0, high = 0;
  const bool may_be_rounded = a.probability != a.work && a.row_sum.from_rounded.value_or(true);
  if (may_be_rounded && !a.normalised_first.value_or(false)) {
    bool replayed = false;
    for (const ReplayReading& reading : replay.readings) {
      if (!reading.rounded_sum) continue;
      replayed = true;
      high = std::log(reading.sum);
      low = a.row_sum.from_rounded ? high : 0;
      double undecided = 0;
      for (const ReplayedKey& key : reading.keys) undecided += key.undecided;
      variance += square(undecided);
    }
    if (!replayed) variance += expectation.rounded_sum_variance();
  }
  variance += square(log_error(row, exact, a, parts)) / 3 + square(a.work.unit_roundoff() * exact.lse * unit);
  size.lse_centre = {exact.lse + std::min(low, high) / unit, exact.lse + std::max(low, high) / unit};
  size.lse_deviation = (std::sqrt(variance) + expectation.lost_weights()) / unit + exact.lse_radius;
}

/// Sizes are numbers from 0 to infinity.
std::string own_fault_of(const ExpectedSize& size) {
  for (const auto* list : {&size.deviation, &size.random, &size.linear, &size.systematic})
    if (!std::ranges::all_of(*list, [](double x) { return x >= 0; }))
      return "the usual size of an error is not a number";
  return size.lse_deviation >= 0 ? "" : "the usual size of the log-sum-exp's error is not a number";
}

}  // namespace

ExpectedSize expected_size(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts,
                           const Replay& replay) {
  Expectation expectation(row, exact, a, parts);
  ExpectedSize size;
  if (replay.readings.empty()) size = expectation.without_replay();
  for (const ReplayReading& reading : replay.readings) {
    ExpectedSize one = expectation.with(reading);
    if (size.centre.empty())
      size = std::move(one);
    else
      widen(size, one);
  }
  add_probable(size, row, exact, a, parts, expectation.order());
  add_lse(size, row, exact, a, parts, replay, expectation);
  size.sources = expectation.sources();
  size.structured = expectation.structured();
  size.own_fault = own_fault_of(size);
  return size;
}

ExpectedSize expected_size(const RowData& row, const RowResult& exact, const Arithmetic& a) {
  if (exact.empty || exact.probability.empty() || std::isnan(exact.lse)) return {};
  const RowParts parts = row_parts(row, exact, a);
  if (!range_effect(row, exact, a, parts).empty()) return {};
  return expected_size(row, exact, a, parts, replay_row(row, exact, a, parts));
}

}  // namespace assay::reference

// SPDX-License-Identifier: Apache-2.0
// RP: the output of a kernel that rounds its probabilities, replayed (numerics.md#c-the-replay). Notation of
// bound.cpp; key j lies in block b, m_b is the exact maximum of the blocks up to b, f_j = e^(m_b - m).
//
// Divided at the end (online softmax), blocks in ascending order.
//     d_b      = max(max(s + delta) - m_b, m_b - max(s - delta)) over the blocks up to b: the computed maximum lies
//                within d_b of m_b
//     K1_j     = expm1(delta_j + d_b + u max(|m_b| + d_b, |s_j| + delta_j) [+ u (|s_j| + delta_j) not fused]
//                + theta u (m_b - s_j + delta_j + d_b) + ln(1+eps_e) [+ u: S_P not a power of two])(1 + 1e-6)
//                the kernel's e^(s_j - m_b) before it is rounded; here nothing common to the row cancels
//     [lo, hi] = RN_P(S_P (e^(s_j - m_b)(1 -+ K1_j) -+ eta)),   P_j = mid / S_P,  rho_j = half width / S_P
//     K2_j     = expm1(d_b + d_T + u (|m_b| + |m| + d_b + d_T) + max(theta, 3) u (m - m_b + d_b + d_T)
//                + R_j ln(1+eps_e))(1 + 1e-6), 0 where no change of the maximum can follow (R_j = 0)
//                the rescaling that follows: 3u a step for the constant, the product and the subtraction
// A = (1+c_pv)(1+u)^R - 1 and B = (1+c_l)(1+u)^R - 1 as in W. With kappa1, kappa2, a, b within K1, K2, A, B:
//     N^ = Sum f P^ (1+kappa2)(1+a) v
// Row sum from unrounded weights, D^ = Sum w (1+kappa1)(1+kappa2)(1+b), oR = Sum f P v / l:
//     |N^ - oR D^| <= Sum f [ rho |v| + (P+rho) K2 |v - oR| + (P+rho)(1+K2) A |v| ]
//                     + |oR| Sum [ f (|P - p~| + rho) K2 + w (1+K2)(K1 + (1+K1) B) ],       p~ = e^(s - m_b)
//     D^ >= l - Sum w ((1+K1)(1+K2)(1+B) - 1)
// since kappa2 multiplies f P^ v - oR w = f P^ (v - oR) + oR (f P^ - w).
// Row sum from rounded probabilities, D^ = Sum f P^ (1+kappa2)(1+b), oR = Sum f P v / Sum f P, Sum f P (v - oR) = 0:
//     |N^ - oR D^| <= Sum f [ rho |v - oR| + (P+rho) K2 |v - oR| + (P+rho)(1+K2)(A |v| + B |oR|) ]
//     D^ >= Sum f P - Sum f [ rho + (P+rho)((1+K2)(1+B) - 1) ]   (rho in the divisor)
//
// Normalised first (materialised softmax): P = RN_P(S_P p^). What all keys share cancels in p^ = e^ / l^, so K_j of W
// serves, and nothing is divided afterwards:
//     Kn_j = (1+K_j)(1 + theta_div u) / (1 - Sum p K - B) - 1,   [lo, hi] = RN_P(S_P (p_j (1 -+ Kn_j) -+ eta))
//     oR = Sum P v,   ER = Sum rho |v| + c_pv Sum (P+rho) |v|  [+ u: divided by S_P]
//
// Tensor cores align a subnormal operand as the smallest normal number: the magnitudes that meet c_pv are lifted.
// Division and underflow as in W, and (1 + 1e-3) on the radius for what is second order in P's rounding boundaries.
#include "reference/error/replay/replay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/error/worst/coefficients.hpp"
#include "reference/error/worst/score_error.hpp"
#include "reference/exact/loops.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string why_not(const RowData& row, const Arithmetic& a) {
  if (a.probability == a.work) return "probabilities are not rounded";
  if (!row.keep.empty()) return "dropout: where its factor is applied is not declared";
  if (!a.normalised_first) return "whether probabilities are divided before they meet the values is not declared";
  if (*a.normalised_first) return {};
  if (a.block == 0 || !a.ordered_blocks) return "blocks and their order are not declared";
  if (row.sink) return "whether the sink enters the running maximum is not declared";
  if (a.rescale_threshold > 0) return "rescaling depends on a threshold";
  if (a.splits > 1) return "splits: where each begins is not declared";
  return {};
}

/// One key under replay: probability P_j with its half width, and how far what follows may move it.
struct Rounded {
  double size = 0;       ///< P_j
  double undecided = 0;  ///< rho_j
  double factor = 1;     ///< f_j
  double before = 0;     ///< e^(s_j - m_b), not rounded
  double first = 0;      ///< K1_j
  double later = 0;      ///< K2_j
};

/// [lo, hi] of a probability that a kernel knows to within a relative error, and its middle; false: it overflows.
bool round_probability(const Arithmetic& a, double probability, double error, double underflow, Rounded& key) {
  const double scale = a.probability_scale;
  const double low = round_to(a.probability, scale * std::max(0.0, probability * (1 - error) - underflow));
  const double high = round_to(a.probability, scale * (probability * (1 + error) + underflow));
  key.size = (low + high) / 2 / scale;
  key.undecided = (high - low) / 2 / scale;
  return std::isfinite(high) && std::isfinite(error);
}

bool scales_exactly(double scale) {
  int exponent = 0;
  return std::frexp(scale, &exponent) == 0.5;
}

/// Replays block after block.
class OnlineReplay {
 public:
  OnlineReplay(const RowData& row, const RowArguments& arguments, const Arithmetic& a, double underflow)
      : row_(row),
        arguments_(arguments),
        a_(a),
        u_(a.work.unit_roundoff()),
        underflow_(underflow) {}

  bool run(std::vector<Rounded>& keys) {
    states_ = running_maxima(row_, arguments_, a_);
    for (const MaximumState& state : states_)
      for (std::size_t j = state.begin; j < state.end; ++j) {
        Rounded key;
        key.before = std::exp(arguments_.scores[j] - state.maximum);
        key.factor = std::exp(state.maximum - states_.back().maximum);
        key.first = std::expm1(first_argument(state, j)) * (1 + 1e-6);
        key.later = std::expm1(later_argument(state)) * (1 + 1e-6);
        if (!round_probability(a_, key.before, key.first, underflow_, key) || !std::isfinite(key.later)) return false;
        keys.push_back(key);
      }
    return true;
  }

 private:
  double exp_log() const { return std::log1p(exp_error(a_)); }

  double first_argument(const MaximumState& state, std::size_t j) const {
    const double delta = arguments_.errors[j].score(), reach = std::fabs(arguments_.scores[j]) + delta;
    return delta + state.uncertainty + u_ * std::max(std::fabs(state.maximum) + state.uncertainty, reach) +
           (a_.fused_exponent.value_or(false) ? 0 : u_ * reach) +
           a_.theta * u_ * (state.maximum - arguments_.scores[j] + delta + state.uncertainty) + exp_log() +
           (scales_exactly(a_.probability_scale) ? 0 : u_);
  }

  double later_argument(const MaximumState& state) const {
    if (state.changes_after == 0) return 0;
    const MaximumState& last = states_.back();
    const double apart = state.uncertainty + last.uncertainty;
    return apart + u_ * (std::fabs(state.maximum) + std::fabs(last.maximum) + apart) +
           std::max(a_.theta, 3.0) * u_ * (last.maximum - state.maximum + apart) + state.changes_after * exp_log();
  }

  const RowData& row_;
  const RowArguments& arguments_;
  const Arithmetic& a_;
  double u_;
  double underflow_;
  std::vector<MaximumState> states_;
};

/// Sums over keys that make one reading.
class Reading {
 public:
  Reading(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts,
          const std::vector<Rounded>& keys)
      : row_(row),
        exact_(exact),
        a_(a),
        parts_(parts),
        keys_(keys),
        count_(exact.out.size()) {}

  ReplayReading divided_at_end(bool rounded_sum) {
    ReplayReading reading = start(rounded_sum ? rounded_row_sum() : exact_.sum, rounded_sum);
    for (std::size_t j = 0; j < row_.count(); ++j) {
      const Rounded& key = keys_[j];
      const double upper = key.factor * (key.size + key.undecided);
      add_key(j, reading.centre,
              {.deviation = upper * key.later + (rounded_sum ? key.factor * key.undecided : 0),
               .magnitude = rounded_sum ? 0 : key.factor * key.undecided,
               .accumulated = upper * (1 + key.later)});
      add_to_divisor(j, upper, rounded_sum);
    }
    const double sum = reading.sum * exact_.sum, below = 1 - lost_ / sum;
    for (std::size_t c = 0; c < count_; ++c)
      reading.radius.push_back(below > 0 ? (element(c) + constant_ * std::fabs(reading.centre[c])) / sum / below
                                         : infinity);
    finish(reading, division_error(a_));
    return reading;
  }

  ReplayReading normalised_first() {
    ReplayReading reading = start(1, false);
    for (std::size_t j = 0; j < row_.count(); ++j)
      add_key(j, reading.centre,
              {.deviation = 0, .magnitude = keys_[j].undecided, .accumulated = keys_[j].size + keys_[j].undecided});
    for (std::size_t c = 0; c < count_; ++c) reading.radius.push_back(element(c));
    finish(reading, a_.probability_scale == 1 ? 0 : a_.work.unit_roundoff());
    return reading;
  }

 private:
  struct Parts {
    double deviation;    ///< of |v - oR|
    double magnitude;    ///< of |v|
    double accumulated;  ///< of |v|, times A
  };

  double accumulation() const { return (1 + parts_.accumulation) * (1 + parts_.rescale) - 1; }

  double rounded_row_sum() const {
    double sum = 0;
    for (const Rounded& key : keys_) sum += key.factor * key.size;
    return sum;
  }

  /// Shares and the centre, given what is divided by.
  ReplayReading start(double sum, bool rounded_sum) {
    ReplayReading reading;
    reading.rounded_sum = rounded_sum;
    reading.sum = rounded_sum ? sum / exact_.sum : 1;
    reading.centre.assign(count_, 0);
    deviations_.assign(count_, 0);
    magnitudes_.assign(count_, 0);
    for (std::size_t j = 0; j < row_.count(); ++j) {
      const Rounded& key = keys_[j];
      reading.keys.push_back({key.factor * key.size / sum, key.factor * key.undecided / sum, key.size});
      loops::add_scaled(reading.centre.data(), reading.keys.back().share, row_.value(j), count_);
    }
    return reading;
  }

  void add_key(std::size_t j, const std::vector<double>& centre, const Parts& p) {
    const Rounded& key = keys_[j];
    const double smallest = a_.probability.min_normal() / a_.probability_scale * key.factor;
    const double accumulated = lifted(a_.pv, p.accumulated, smallest) * accumulation();
    tiny_ += accumulated;
    loops::add_deviations({.deviations = deviations_.data(),
                           .magnitudes = magnitudes_.data(),
                           .centre = centre.data(),
                           .value = row_.value(j),
                           .of_deviation = p.deviation,
                           .of_magnitude = p.magnitude + accumulated,
                           .keep = 1,
                           .count = count_});
  }

  void add_to_divisor(std::size_t j, double upper, bool rounded_sum) {
    const Rounded& key = keys_[j];
    if (rounded_sum) {
      lost_ += key.factor * key.undecided + upper * ((1 + key.later) * (1 + parts_.denominator) - 1);
      constant_ += upper * (1 + key.later) * parts_.denominator;
      return;
    }
    const double weight = exact_.weight[j];
    lost_ += weight * ((1 + key.first) * (1 + key.later) * (1 + parts_.denominator) - 1);
    constant_ += key.factor * (std::fabs(key.size - key.before) + key.undecided) * key.later +
                 weight * (1 + key.later) * (key.first + (1 + key.first) * parts_.denominator);
  }

  /// Values below the smallest normal number are lifted as well: at most that number each.
  double element(std::size_t c) const {
    const double lift = a_.pv.kind == Accumulator::Kind::TensorCore ? tiny_ * row_.problem->dtype.min_normal() : 0;
    return deviations_[c] + magnitudes_[c] + lift;
  }

  void finish(ReplayReading& reading, double division) const {
    const std::vector<double> underflow = underflow_parts(row_, exact_, parts_);
    for (std::size_t c = 0; c < count_; ++c)
      reading.radius[c] = reading.radius[c] * (1 + 1e-3) * (1 + division) + division * std::fabs(reading.centre[c]) +
                          underflow[c] + 0x1p-48 * std::fabs(reading.centre[c]);
  }

  const RowData& row_;
  const RowResult& exact_;
  const Arithmetic& a_;
  const RowParts& parts_;
  const std::vector<Rounded>& keys_;
  std::size_t count_;
  std::vector<double> deviations_, magnitudes_;
  double constant_ = 0;  ///< of |oR|
  double lost_ = 0;      ///< of the divisor
  double tiny_ = 0;
};

bool round_normalised(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts,
                      std::vector<Rounded>& keys) {
  const double below = divisor(parts);
  if (!(below > 0)) return false;
  for (std::size_t j = 0; j < row.count(); ++j) {
    Rounded key;
    const double p = exact.probability[j];
    const double upper = (p + parts.keys[j].shared) * (1 + division_error(a)) / below;
    const double error = p > 0 ? upper / p - 1 + (scales_exactly(a.probability_scale) ? 0 : a.work.unit_roundoff()) : 0;
    if (!round_probability(a, p, error, underflow_unit(a), key)) return false;
    keys.push_back(key);
  }
  return true;
}

/// A divisor that may vanish leaves nothing to say.
bool bounded(const ReplayReading& reading) {
  return std::ranges::all_of(reading.radius, [](double r) { return std::isfinite(r); });
}

}  // namespace

Replay replay_row(const RowData& row, const RowResult& exact, const Arithmetic& a, const RowParts& parts) {
  Replay replay{.unavailable = why_not(row, a), .readings = {}};
  if (!replay.unavailable.empty()) return replay;
  std::vector<Rounded> keys;
  const bool normalised = *a.normalised_first;
  const bool known = normalised ? round_normalised(row, exact, a, parts, keys)
                                : OnlineReplay(row, parts.arguments, a, underflow_unit(a)).run(keys);
  if (!known) {
    replay.unavailable = "a probability may leave the range of its format";
    return replay;
  }
  if (normalised) {
    replay.readings = {Reading(row, exact, a, parts, keys).normalised_first()};
    return replay;
  }
  for (const bool rounded_sum : {false, true})
    if (a.row_sum.from_rounded.value_or(rounded_sum) == rounded_sum)
      replay.readings.push_back(Reading(row, exact, a, parts, keys).divided_at_end(rounded_sum));
  if (!std::ranges::all_of(replay.readings, bounded)) return {"the row sum may vanish", {}};
  return replay;
}

std::vector<Reals> replay_intervals(const Replay& replay) {
  std::vector<Reals> intervals;
  for (const ReplayReading& reading : replay.readings) {
    if (intervals.empty()) intervals.assign(reading.centre.size(), {infinity, -infinity});
    for (std::size_t c = 0; c < intervals.size(); ++c) {
      intervals[c].lower = std::min(intervals[c].lower, reading.centre[c] - reading.radius[c]);
      intervals[c].upper = std::max(intervals[c].upper, reading.centre[c] + reading.radius[c]);
    }
  }
  return intervals;
}

}  // namespace assay::reference

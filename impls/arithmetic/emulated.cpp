// SPDX-License-Identifier: Apache-2.0
#include "impls/arithmetic/emulated.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "impls/arithmetic/adder.hpp"
#include "impls/support/visibility.hpp"
#include "reference/model/case/random.hpp"

namespace assay::impls {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// State of one row on its way through the blocks.
struct Row {
  std::vector<std::int64_t> keys;
  std::vector<double> scores;  ///< after soft cap and bias, in working precision
  std::vector<double> query;   ///< as the first product sees it
  std::vector<std::uint8_t> keep;
  double maximum = -infinity;
  double sum = 0;
  std::vector<double> out;
  double natural_lse = 0;
};

double truncated(const FloatFormat& format, double value) {
  const double nearest = round_to(format, value);
  if (std::fabs(nearest) <= std::fabs(value)) return nearest;
  return std::copysign(std::fabs(nearest) - ulp(format, std::nextafter(std::fabs(nearest), 0.0)), value);
}

class Emulation {
 public:
  Emulation(const Arithmetic& a, ExpErrors errors, std::uint64_t seed, const Departures& departures, const Problem& p,
            const Inputs& in)
      : a_(a),
        errors_(errors),
        random_(seed, 1),
        departures_(departures),
        p_(p),
        in_(in),
        scale_(work(scale_value(p))) {}

  void run(Outputs& outputs) {
    for_each_index(lse_extents(p_), [&](const Index4& at) { run_row({at[0], at[1], at[2]}, outputs); });
  }

 private:
  double work(double x) const { return rounded(a_.work, x, a_.flush_to_zero); }

  /// Only the working format flushes: narrower sums keep their subnormals.
  bool flushes(const FloatFormat& format) const { return a_.flush_to_zero && format == a_.work; }

  void run_row(const RowPlace& place, Outputs& outputs) {
    head_ = key_head_of(p_, place.head);
    Row row = prepare(place);
    if (a_.splits > 1)
      merge_splits(place, row);
    else if (a_.normalised_first.value_or(false))
      whole_row(place, row);
    else
      block_by_block(place, row);
    store(place, row, outputs);
  }

  Row prepare(const RowPlace& place) {
    Row row;
    RowKeys keys;
    find_keys(p_, in_, place, keys);
    for (std::int64_t j = keys.begin; j < keys.end; ++j)
      if (keys.sees(j)) row.keys.push_back(j);
    row.query = in_.query.row(place.batch, place.head, place.query);
    if (a_.fold)
      for (double& q : row.query) q = rounded(*a_.fold, q * scale_, false);
    std::vector<double> terms;
    added_terms(p_, in_, place, terms);
    kept_weights(p_, in_, place, row.keep);
    std::vector<std::int64_t> visible;
    for (const std::int64_t j : row.keys) {
      const double s = score(place, row, j, has_terms(p_) ? terms[static_cast<std::size_t>(j)] : 0);
      if (s == -infinity) continue;  // hides the key as a mask does
      visible.push_back(j);
      row.scores.push_back(s);
    }
    row.keys = std::move(visible);
    row.out.assign(static_cast<std::size_t>(p_.extents.value_dim), 0);
    return row;
  }

  double score(const RowPlace& place, const Row& row, std::int64_t j, double term) const {
    const std::vector<double> key = in_.key.row(place.batch, head_, j);
    std::vector<Factors> factors;
    for (std::size_t t = 0; t < key.size(); ++t) factors.push_back({row.query[t], key[t]});
    double s = accumulate(a_.qk, 0, factors, p_.dtype, flushes(a_.qk.format));
    if (a_.score_storage) s = rounded(*a_.score_storage, s, false);
    if (!a_.fold && !fused_exponent()) s = work(s * scale_);
    const auto cap = [&](double x) {
      return p_.softcap ? work(*p_.softcap * work(std::tanh(work(x / *p_.softcap)))) : x;
    };
    if (!has_terms(p_)) return cap(s);
    const FloatFormat& format = a_.bias_rounding ? *a_.bias_rounding : a_.work;
    if (p_.convention.cap_order == CapOrder::BeforeBias) return rounded(format, cap(s) + work(term), false);
    return cap(rounded(format, s + work(term), false));
  }

  /// exp2(fma(s, c, -fl(m c))) on raw scores; only where nothing is added to scores and no sink, which is none, joins
  /// them.
  bool fused_exponent() const {
    return a_.fused_exponent.value_or(false) && !has_terms(p_) && !p_.softcap && !a_.fold && !p_.sinks;
  }

  /// exp(s - m) with an error of up to exp_ulp units in the last place, placed by ExpErrors.
  double exponential(double s, double m, double sign) {
    double exact = 0;
    if (fused_exponent()) {
      const double c = work(scale_ * 0x1.71547652b82fep+0);
      exact = std::exp2(work(std::fma(s, c, -work(m * c))));
    } else {
      exact = std::exp(work(s - m));
    }
    if (departures_.exp_noise > 0) exact *= 1 + departures_.exp_noise * (2 * random_.uniform(counter_++) - 1);
    return erring(exact, sign);
  }

  double erring(double exact, double sign) {
    return work(exact * (1 + direction(sign) * a_.exp_ulp * 2 * a_.work.unit_roundoff() * 0.75));
  }

  /// A fast logarithm errs by up to 2^-21.41 in [0.5, 2] and by 3 units in the last place elsewhere.
  double logarithm(double x) {
    const double exact = std::log(x);
    if (a_.log == Log::Accurate) return work(exact);
    const double u = a_.work.unit_roundoff();
    const double most = x >= 0.5 && x <= 2 ? std::exp2(-21.41) * (u / 0x1p-24) : 6 * u * std::fabs(exact);
    return work(exact + direction(1) * most * 0.75);
  }

  double direction(double sign) {
    switch (errors_) {
      case ExpErrors::Rounded: return 0;
      case ExpErrors::Up: return 1;
      case ExpErrors::Down: return -1;
      case ExpErrors::BySign: return sign < 0 ? -1 : 1;
      case ExpErrors::Random: return 2 * random_.uniform(counter_++) - 1;
    }
    return 0;
  }

  double value(const RowPlace& place, std::int64_t j, std::size_t c) const {
    return in_.value.get({place.batch, head_, j, static_cast<std::int64_t>(c)});
  }

  double probability(double weight) const {
    if (a_.probability == a_.work) return weight;
    if (departures_.probabilities_truncated) return truncated(a_.probability, weight * a_.probability_scale);
    return rounded(a_.probability, weight * a_.probability_scale, false);
  }
  /// What survives dropout is scaled at once, or at the end where probabilities fill their format already.
  double survivors() const { return work(1 / (1 - p_.dropout.probability)); }
  bool scales_late(const Row& row) const { return !row.keep.empty() && a_.probability_scale != 1; }
  double dropped(const Row& row, std::size_t n, double weight) const {
    if (row.keep.empty()) return weight;
    if (!row.keep[static_cast<std::size_t>(row.keys[n])]) return 0;
    return scales_late(row) ? weight : weight * survivors();
  }

  void add_sink(const RowPlace& place, Row& row) {
    if (!in_.sinks) return;
    const double sink = in_.sinks->get({0, place.head, 0, 0});
    const double m = std::max(row.maximum, sink);
    row.sum = work(work(row.sum * exponential(row.maximum, m, 0)) + exponential(sink, m, 0));
    for (double& o : row.out) o = work(o * exponential(row.maximum, m, 0));
    row.maximum = m;
  }

  void block_by_block(const RowPlace& place, Row& row, bool whole = true) {
    const auto block_of = [&](std::size_t n) { return a_.block > 0 ? row.keys[n] / a_.block : 0; };
    for (std::size_t begin = 0, end = 0; begin < row.keys.size(); begin = end) {
      while (end < row.keys.size() && block_of(end) == block_of(begin)) ++end;
      one_block(place, row, begin, end);
    }
    if (whole && !row.keys.empty()) add_sink(place, row);
    if (!row.keys.empty())
      for (double& o : row.out)
        o = divide(o, a_.probability == a_.work ? row.sum : work(row.sum * a_.probability_scale));
    if (!row.keys.empty()) row.natural_lse = natural_lse(row);
  }

  /// The visible keys of one range of positions, with nothing computed yet.
  static Row part_of(const Row& row, std::int64_t begin, std::int64_t end) {
    Row part;
    for (std::size_t n = 0; n < row.keys.size(); ++n) {
      if (row.keys[n] < begin || row.keys[n] >= end) continue;
      part.keys.push_back(row.keys[n]);
      part.scores.push_back(row.scores[n]);
    }
    part.keep = row.keep;
    part.out.assign(row.out.size(), 0);
    return part;
  }

  /// out = Sum exp(L_i - L) O_i with L = M + log Sum exp(L_i - M), M the largest L_i.
  void merge_splits(const RowPlace& place, Row& row) {
    std::vector<Row> parts;
    const std::int64_t length = (p_.extents.key_length + a_.splits - 1) / a_.splits;
    double largest = -infinity;
    for (int n = 0; n < a_.splits; ++n) {
      Row part = part_of(row, n * length, (n + 1) * length);
      if (part.keys.empty()) continue;
      block_by_block(place, part, false);
      largest = std::max(largest, part.natural_lse);
      parts.push_back(std::move(part));
    }
    double sum = 0;
    if (in_.sinks && !parts.empty()) {
      const double sink = in_.sinks->get({0, place.head, 0, 0});
      largest = std::max(largest, sink);
      sum = erring(std::exp(work(sink - largest)), 0);
    }
    for (const Row& part : parts) sum = work(sum + erring(std::exp(work(part.natural_lse - largest)), 1));
    row.natural_lse = parts.empty() ? 0 : work(largest + logarithm(sum));
    for (const Row& part : parts) {
      const double weight = erring(std::exp(work(part.natural_lse - row.natural_lse)), part.out[0]);
      for (std::size_t c = 0; c < row.out.size(); ++c) row.out[c] = work(row.out[c] + work(weight * part.out[c]));
    }
  }

  void one_block(const RowPlace& place, Row& row, std::size_t begin, std::size_t end) {
    const double before = row.maximum;
    for (std::size_t n = begin; n < end; ++n) row.maximum = std::max(row.maximum, row.scores[n]);
    const double rescale = std::isinf(before) || before == row.maximum ? 1 : exponential(before, row.maximum, 0);
    std::vector<double> p, sums;
    for (std::size_t n = begin; n < end; ++n) {
      const double weight = exponential(row.scores[n], row.maximum, value(place, row.keys[n], 0));
      p.push_back(probability(dropped(row, n, weight)));
      sums.push_back(a_.row_sum.from_rounded.value_or(false) ? probability(weight) / a_.probability_scale : weight);
    }
    double partial = 0;
    for (const double s : sums) partial = work(partial + s);
    row.sum = work(work(row.sum * rescale) + partial);
    add_values(place, row, {begin, end}, p, rescale);
  }

  struct Range {
    std::size_t begin;
    std::size_t end;
  };
  void add_values(const RowPlace& place, Row& row, Range range, const std::vector<double>& p, double rescale) {
    for (std::size_t c = 0; c < row.out.size(); ++c) {
      std::vector<Factors> factors;
      for (std::size_t n = range.begin; n < range.end; ++n)
        factors.push_back({p[n - range.begin], value(place, row.keys[n], c)});
      const double start =
          rescale == 1 ? row.out[c] : rounded(a_.pv.format, row.out[c] * rescale, flushes(a_.pv.format));
      row.out[c] = accumulate(a_.pv, start, factors, p_.dtype, flushes(a_.pv.format));
    }
  }

  /// Materialised softmax: maximum and sum of the row first, then P = RN(exp / sum), then P V.
  void whole_row(const RowPlace& place, Row& row) {
    std::vector<double> weights;
    for (const double s : row.scores) row.maximum = std::max(row.maximum, s);
    if (in_.sinks && !row.keys.empty()) row.maximum = std::max(row.maximum, in_.sinks->get({0, place.head, 0, 0}));
    for (std::size_t n = 0; n < row.scores.size(); ++n)
      weights.push_back(exponential(row.scores[n], row.maximum, value(place, row.keys[n], 0)));
    for (const double w : weights) row.sum = work(row.sum + w);
    if (in_.sinks && !row.keys.empty())
      row.sum = work(row.sum + exponential(in_.sinks->get({0, place.head, 0, 0}), row.maximum, 0));
    std::vector<double> p;
    for (std::size_t n = 0; n < weights.size(); ++n)
      p.push_back(probability(dropped(row, n, divide(weights[n], row.sum))));
    add_values(place, row, {0, p.size()}, p, 1);
    if (a_.probability != a_.work && a_.probability_scale != 1)
      for (double& o : row.out) o = work(o / a_.probability_scale);
    if (!row.keys.empty()) row.natural_lse = natural_lse(row);
  }

  double divide(double x, double y) const {
    if (a_.division == Division::Ieee) return work(x / y);
    const double reciprocal = work(1 / y);
    const double ulp_up = a_.division == Division::Approximate ? 1 + 2 * a_.work.unit_roundoff() : 1;
    return work(x * work(reciprocal * ulp_up));
  }

  void store(const RowPlace& place, Row& row, Outputs& outputs) const {
    const EmptyRow empty = p_.convention.empty_row;
    const bool none = row.keys.empty();
    for (std::size_t c = 0; c < row.out.size(); ++c) {
      double o = scales_late(row) ? work(row.out[c] * survivors()) : row.out[c];
      if (none) o = empty == EmptyRow::Nan && !in_.sinks ? std::numeric_limits<double>::quiet_NaN() : 0;
      if (departures_.output_truncated && !none) o = truncated(outputs.out.type().format, o);
      outputs.out.set({place.batch, place.head, place.query, static_cast<std::int64_t>(c)}, o);
    }
    if (outputs.lse) outputs.lse->set({place.batch, place.head, place.query, 0}, none ? empty_lse(place) : lse(row));
  }

  double natural_lse(const Row& row) {
    const double m = fused_exponent() ? work(row.maximum * scale_) : row.maximum;
    return work(m + logarithm(row.sum));
  }

  double lse(const Row& row) const {
    const bool two = p_.convention.lse_base == LseBase::Two;
    return two ? work(row.natural_lse * work(0x1.71547652b82fep+0)) : row.natural_lse;
  }

  double empty_lse(const RowPlace& place) const {
    if (in_.sinks) return in_.sinks->get({0, place.head, 0, 0});
    if (p_.convention.empty_lse == EmptyLse::Nan) return std::numeric_limits<double>::quiet_NaN();
    return p_.convention.empty_lse == EmptyLse::PlusInfinity ? infinity : -infinity;
  }

  const Arithmetic& a_;
  ExpErrors errors_;
  RandomStream random_;
  std::uint64_t counter_ = 0;
  const Departures& departures_;
  const Problem& p_;
  const Inputs& in_;
  double scale_;
  std::int64_t head_ = 0;
};

class EmulatedKernel : public Kernel {
 public:
  EmulatedKernel(const Arithmetic& a, ExpErrors errors, std::uint64_t seed, const Departures& departures)
      : a_(a),
        errors_(errors),
        seed_(seed),
        departures_(departures) {}
  std::string name() const override { return "emulated"; }
  std::string description() const override { return "emulated arithmetic: " + to_text(a_); }
  Arithmetic arithmetic(const Problem&) const override { return a_; }
  Support supports(const Problem& p) const override {
    if (p.convention.empty_row == EmptyRow::Mean) return Support::no("the mean for empty rows is not emulated");
    if (p.convention.lse_base == LseBase::Two && p.sinks)
      return Support::no("base-two log-sum-exp of a lone sink is not emulated");
    return Support::yes();
  }
  void run(const Problem& p, const Inputs& in, Outputs& out) const override {
    Emulation(a_, errors_, seed_, departures_, p, in).run(out);
  }

 private:
  Arithmetic a_;
  ExpErrors errors_;
  std::uint64_t seed_;
  Departures departures_;
};

}  // namespace

KernelPointer emulated_kernel(const Arithmetic& arithmetic, ExpErrors errors, std::uint64_t seed,
                              Departures departures) {
  return std::make_shared<EmulatedKernel>(arithmetic, errors, seed, departures);
}

}  // namespace assay::impls

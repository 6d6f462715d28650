// SPDX-License-Identifier: Apache-2.0
// Replay of a tensor core (numerics.md#c3-the-declared-adder). Given the adder (terms K, fraction bits F, stored bits
// r), the block order and how the exponent's argument is made, the scores S^, the running maximum m^, fl(m^ c) and the
// argument x = RN(S^ c - fl(m^ c)) are numbers, not intervals: they are computed. Open is the exponential, 2^x (1 -+
// eps_e).
// Hence each probability is one number, or two where a rounding boundary lies between the ends.
//
// Accumulator [lo, hi].
//   rescale      multiply by [alpha (1-eps), alpha (1+eps)], round: monotone. alpha from the difference of maxima or
//                from the fused argument, whichever a kernel takes.
//   instruction  f(C) = trunc_r(trunc_unit(C) + Sum trunc_unit(P v)), unit = 2^(e - F), e the largest exponent of C and
//                the products (of a product: the sum of its factors' exponents, each at least the format's smallest).
//                f rises with C while e stays: the exact hull is taken over lo, hi, and every power of two with its
//                predecessor between them that exceeds the products; over both values of each open probability.
//   group        where sums are promoted: instructions from zero, then one addition, rounded: monotone.
// Row sum: an interval with c_l and one rounding a rescale. Then the division.
// c = scale log2 e in the working format, from the exact scale or from the rounded one: the interval is the hull.
#include "reference/error/replay/adder_replay.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/error/worst/bound_parts.hpp"
#include "reference/error/worst/coefficients.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double log2_e = 0x1.71547652b82fep+0;
constexpr std::size_t most_open = 6;  // probabilities of one instruction that may have two values

bool is_power_of_two(double x) {
  int exponent = 0;
  return std::frexp(x, &exponent) == 0.5;
}

int exponent_of(double x, int smallest) { return std::max(std::ilogb(x), smallest); }

/// Toward zero, to a multiple of 2^unit.
double cut(double x, int unit) { return std::ldexp(std::trunc(std::ldexp(x, -unit)), unit); }

struct Operand {
  double first;
  double second;
};

/// The tensor core's sum of products and an addend.
class Adder {
 public:
  Adder(const Accumulator& a, const FloatFormat& first, const FloatFormat& second)
      : a_(a),
        first_(first),
        second_(second) {}

  /// Largest exponent of the products; the lowest int when all are zero.
  int products_exponent(const std::vector<Operand>& operands) const {
    int largest = std::numeric_limits<int>::min();
    for (const Operand& o : operands)
      if (o.first != 0 && o.second != 0)
        largest = std::max(largest,
                           exponent_of(o.first, first_.exponent_min()) + exponent_of(o.second, second_.exponent_min()));
    return largest;
  }

  double operator()(double addend, const std::vector<Operand>& operands) const {
    int largest = products_exponent(operands);
    if (addend != 0) largest = std::max(largest, exponent_of(addend, a_.format.exponent_min()));
    if (largest == std::numeric_limits<int>::min()) return 0;
    const int unit = largest - a_.fraction_bits;
    double sum = cut(addend, unit);
    for (const Operand& o : operands) sum += cut(o.first * o.second, unit);
    return sum == 0 ? 0 : cut(sum, exponent_of(sum, a_.format.exponent_min()) - a_.stored_bits);
  }

  /// All results for addends between the ends, exactly.
  Reals hull(const Reals& addend, const std::vector<Operand>& operands) const {
    Reals found{infinity, -infinity};
    const auto add = [&](double c) {
      if (c < addend.lower || c > addend.upper) return;
      const double result = (*this)(c, operands);
      found = {std::min(found.lower, result), std::max(found.upper, result)};
    };
    add(addend.lower);
    add(addend.upper);
    add(0);
    const double most = std::max(std::fabs(addend.lower), std::fabs(addend.upper));
    if (most == 0) return found;
    const int from = std::max(products_exponent(operands), a_.format.exponent_min());
    for (int e = from; e <= std::ilogb(most); ++e)
      for (const double sign : {-1.0, 1.0}) {
        const double power = std::ldexp(1.0, e);
        add(sign * power);
        add(sign * (power - std::ldexp(1.0, e - a_.format.precision())));
      }
    return found;
  }

 private:
  const Accumulator& a_;
  const FloatFormat& first_;
  const FloatFormat& second_;
};

/// One way to make c, followed through the row.
class Pass {
 public:
  Pass(const RowData& row, const Arithmetic& a, double c, const std::vector<double>& scores)
      : row_(row),
        a_(a),
        c_(c),
        scores_(scores),
        u_(a.work.unit_roundoff()),
        eps_(exp_error(a)),
        adder_(a.pv, a.probability, row.problem->dtype),
        out_(static_cast<std::size_t>(row.head->value_dim)) {}

  std::string run() {
    double maximum = -infinity;
    double changes = 0, blocks = 0;
    for (std::size_t begin = 0; begin < row_.count();) {
      const std::size_t end = std::min(row_.count(), begin + static_cast<std::size_t>(a_.block));
      const double before = maximum;
      for (std::size_t j = begin; j < end; ++j) maximum = std::max(maximum, scores_[j]);
      if (begin > 0 && maximum != before) rescale(before, maximum), ++changes;
      ++blocks;
      if (!add_block(begin, end, maximum)) return "too many probabilities lie at a rounding boundary";
      begin = end;
    }
    const SumShape shape{.terms = static_cast<double>(row_.count()),
                         .block = static_cast<double>(a_.block),
                         .blocks = blocks,
                         .products_round = false};
    const double spread = row_sum_coefficient(a_, shape) + changes * u_ * (1 + 1e-6) + 1e-9;
    sum_ = {sum_.lower * (1 - spread), sum_.upper * (1 + spread)};
    return {};
  }

  Reals output(std::size_t c) const {
    const double scale = a_.probability_scale, division = division_error(a_);
    const Reals& n = out_[c];
    const double low = n.lower / scale / (n.lower < 0 ? sum_.lower : sum_.upper);
    const double high = n.upper / scale / (n.upper < 0 ? sum_.upper : sum_.lower);
    const double tiny = 2 * underflow_unit(a_);
    return outwards(low - division * std::fabs(low) - tiny, high + division * std::fabs(high) + tiny);
  }

 private:
  double work(double x) const { return round_to(a_.work, x); }

  double argument(double score, double maximum) const { return work(std::fma(score, c_, -work(maximum * c_))); }

  Reals stored(double low, double high) const {
    Reals r{round_to(a_.pv.format, low), round_to(a_.pv.format, high)};
    if (!a_.flush_to_zero) return r;
    if (r.lower > 0 && r.lower < a_.pv.format.min_normal()) r.lower = 0;
    if (r.upper < 0 && r.upper > -a_.pv.format.min_normal()) r.upper = 0;
    return r;
  }

  void rescale(double before, double after) {
    const double one = std::exp2(argument(before, after)), other = std::exp2(work((before - after) * c_));
    const double low = std::min(one, other) * (1 - eps_), high = std::max(one, other) * (1 + eps_);
    for (Reals& o : out_) o = stored(o.lower * (o.lower < 0 ? high : low), o.upper * (o.upper < 0 ? low : high));
    sum_ = {sum_.lower * low, sum_.upper * high};
  }

  bool add_block(std::size_t begin, std::size_t end, double maximum) {
    std::vector<Reals> p;
    const double tiny = underflow_unit(a_);
    for (std::size_t j = begin; j < end; ++j) {
      const double weight = std::exp2(argument(scores_[j], maximum));
      const double low = std::max(0.0, weight * (1 - eps_) - tiny), high = weight * (1 + eps_) + tiny;
      p.push_back({round_to(a_.probability, low * a_.probability_scale),
                   round_to(a_.probability, high * a_.probability_scale)});
      if (!std::isfinite(p.back().upper)) return false;
      if (*a_.row_sum.from_rounded)
        sum_ = {sum_.lower + p.back().lower / a_.probability_scale, sum_.upper + p.back().upper / a_.probability_scale};
      else
        sum_ = {sum_.lower + low, sum_.upper + high};
    }
    if (a_.pv.promoted == 0) return instruct_all(begin, end, p.data(), out_);
    const auto group = static_cast<std::size_t>(a_.pv.promoted);
    for (std::size_t from = begin; from < end; from += group) {
      std::vector<Reals> sums(out_.size());
      if (!instruct_all(from, std::min(end, from + group), p.data() + (from - begin), sums)) return false;
      for (std::size_t c = 0; c < out_.size(); ++c)
        out_[c] = stored(out_[c].lower + sums[c].lower, out_[c].upper + sums[c].upper);
    }
    return true;
  }

  bool instruct_all(std::size_t begin, std::size_t end, const Reals* p, std::vector<Reals>& sums) {
    const auto terms = static_cast<std::size_t>(a_.pv.terms);
    for (std::size_t from = begin; from < end; from += terms)
      if (!instruct(from, std::min(end, from + terms), p + (from - begin), sums)) return false;
    return true;
  }

  bool instruct(std::size_t begin, std::size_t end, const Reals* p, std::vector<Reals>& sums) {
    std::vector<std::size_t> open;
    for (std::size_t j = begin; j < end; ++j)
      if (p[j - begin].lower != p[j - begin].upper) open.push_back(j - begin);
    if (open.size() > most_open) return false;
    std::vector<Operand> operands(end - begin);
    for (std::size_t c = 0; c < out_.size(); ++c) {
      Reals found{infinity, -infinity};
      for (std::size_t choice = 0; choice < std::size_t{1} << open.size(); ++choice) {
        for (std::size_t j = begin; j < end; ++j) operands[j - begin] = {p[j - begin].lower, row_.value(j)[c]};
        for (std::size_t n = 0; n < open.size(); ++n)
          if (choice >> n & 1) operands[open[n]].first = p[open[n]].upper;
        const Reals one = adder_.hull(sums[c], operands);
        found = {std::min(found.lower, one.lower), std::max(found.upper, one.upper)};
      }
      sums[c] = found;
    }
    return true;
  }

  const RowData& row_;
  const Arithmetic& a_;
  double c_;
  const std::vector<double>& scores_;
  double u_;
  double eps_;
  Adder adder_;
  std::vector<Reals> out_;
  Reals sum_;
};

std::vector<double> raw_scores(const RowData& row, const Arithmetic& a) {
  const Adder adder(a.qk, row.problem->dtype, row.problem->dtype);
  std::vector<double> scores;
  std::vector<Operand> operands;
  const std::size_t count = row.query.size(), terms = static_cast<std::size_t>(a.qk.terms);
  const std::size_t group = a.qk.promoted == 0 ? count : static_cast<std::size_t>(a.qk.promoted);
  for (std::size_t j = 0; j < row.count(); ++j) {
    double score = 0;
    for (std::size_t begin = 0; begin < count; begin += group) {
      const std::size_t end = std::min(count, begin + group);
      double sum = 0;
      for (std::size_t from = begin; from < end; from += terms) {
        operands.clear();
        for (std::size_t t = from; t < std::min(end, from + terms); ++t)
          operands.push_back({row.query[t], row.key(j)[t]});
        sum = adder(sum, operands);
      }
      score = begin == 0 ? sum : round_to(a.qk.format, score + sum);
    }
    scores.push_back(score);
  }
  return scores;
}

}  // namespace

std::string why_no_adder_replay(const Problem& p, const Arithmetic& a) {
  using Kind = Accumulator::Kind;
  if (a.qk.kind != Kind::TensorCore || a.pv.kind != Kind::TensorCore) return "the adder is not declared";
  if (a.normalised_first.value_or(true) || a.block == 0 || !a.ordered_blocks || a.splits > 1)
    return "blocks, their order or the place of the division are not declared";
  if (!a.row_sum.from_rounded || !a.fused_exponent.value_or(false) || a.theta != 3)
    return "how the row sum or the exponent's argument is made is not declared";
  if (a.score_storage || a.fold || a.rescale_threshold > 0 || !is_power_of_two(a.probability_scale))
    return "scores, queries or probabilities take a further step";
  if (p.bias || p.alibi || p.softcap || p.sinks || p.dropout.training) return "options change the scores or weights";
  return {};
}

AdderReplay replay_adder(const RowData& row, const Arithmetic& a) {
  AdderReplay replay{why_no_adder_replay(*row.problem, a), {}};
  if (!replay.unavailable.empty()) return replay;
  for (std::size_t j = 0; j < row.count(); ++j)
    if (row.keys[j] != static_cast<std::int64_t>(j)) replay.unavailable = "visible keys do not begin at the first";
  if (row.count() == 0) replay.unavailable = "no key is visible";
  if (!replay.unavailable.empty()) return replay;
  const std::vector<double> scores = raw_scores(row, a);
  const double scale = scale_value(*row.problem);
  const double exact = round_to(a.work, scale * log2_e), rounded = round_to(a.work, round_to(a.work, scale) * log2_e);
  std::vector<double> constants{exact};
  if (rounded != exact) constants.push_back(rounded);
  for (const double c : constants) {
    Pass pass(row, a, c, scores);
    replay.unavailable = pass.run();
    if (!replay.unavailable.empty()) return {replay.unavailable, {}};
    replay.out.resize(static_cast<std::size_t>(row.head->value_dim), {infinity, -infinity});
    for (std::size_t n = 0; n < replay.out.size(); ++n) {
      const Reals one = pass.output(n);
      replay.out[n] = {std::min(replay.out[n].lower, one.lower), std::max(replay.out[n].upper, one.upper)};
    }
  }
  return replay;
}

}  // namespace assay::reference

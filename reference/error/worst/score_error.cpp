// SPDX-License-Identifier: Apache-2.0
// The error of the exponent arguments (numerics.md#a10-the-exponents-argument).
//
//   delta_j = c_qk h_j [+ storage] [+ options]                    the score's own error before the exponent stage
//   m+ = max (s_j + delta_j),  m- = max (s_j - delta_j)           the computed maximum lies between
//   Delta_j = delta_j + u max(|m|, |s_j| + delta_j) + theta u (m+ - s_j + delta_j)
//             [+ u (|s_j| + delta_j) when multiply and subtract are two operations] [+ 2 u tau]
//
// The products of a folded query (fold=) have the bits of that format and of the key's: they may round where those of
// the storage would not.
//
// h_j = |sigma| Sum |q_t| |k_jt|, magnitudes of non-zero operands lifted to the smallest normal number for tensor
// cores, whose published model does not normalise subnormals.
//
// Options (numerics.md#a8-options). With a bias, ALiBi or a soft cap the relative error of sigma no longer is a common
// shift, so it is charged to the raw score: sqrt, division and product, 3u |raw_j|.
//   soft cap c tanh(x / c), ds the error of x (one more u for the division, and 2 c eta where x / c or its tanh
//   underflows):
//     sech^2(max(0, |x| - ds) / c) ds + (eps_t + u)(|s'| + ds)       mean value theorem; eps_t as declared, else 4 ulp
//     = 8u
//   bias in working precision: u |s_j| for the sum; ALiBi: 3u |b_j| + u |s_j|
//   ALiBi and causal: a kernel may add slope j for -slope (p - j), p the query's position, which moves the row's scores
//     by C = slope p alike (FlashAttention 2 does). Its |b_j|, |s_j| and |m| are larger by at most C, wherever they are
//     charged above: 3u C + u C for the sum, u C for the maximum, u C for a product that is not fused
//   bias sum rounded to 16 bits: u_16 |raw_j| + u_16 |s_j| + 2 eta_16
//   sink: a score of error 2.3 u |a|
// Underflow of products: (2 d + 4) smallest numbers, scaled by sigma.
#include "reference/error/worst/score_error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/error/worst/coefficients.hpp"

namespace assay::reference {
namespace {

double tensor_core_magnitude(const RowData& row, std::size_t j, const Accumulator& adder) {
  const double min_normal = row.problem->dtype.min_normal();
  double sum = 0;
  for (std::size_t t = 0; t < row.query.size(); ++t)
    sum += std::fabs(lifted(adder, row.query[t], min_normal) * lifted(adder, row.key(j)[t], min_normal));
  return std::fabs(scale_value(*row.problem)) * sum;
}

/// u Sum |S_t| (1 + 2du) + d^2 u^2 Sum |x_t| [+ u Sum |x_t| for rounded products]: the chain's own order
/// (numerics.md#a15-a-declared-order).
double chain_error(const RowData& row, std::size_t j, const Accumulator& a, bool rounds) {
  const double u = a.format.unit_roundoff(), d = static_cast<double>(row.query.size());
  double prefix = 0, prefixes = 0, magnitude = 0;
  for (std::size_t t = 0; t < row.query.size(); ++t) {
    const double product = row.query[t] * row.key(j)[t];
    prefix += product;
    prefixes += std::fabs(prefix);
    magnitude += std::fabs(product);
  }
  const double product_rounding = rounds && !a.fused ? u * magnitude : 0;
  return std::fabs(scale_value(*row.problem)) *
         (u * prefixes * (1 + 2 * d * u) + d * d * u * u * magnitude + product_rounding) * (1 + d * 0x1p-50);
}

/// The error of the sums q . k_j; what does not depend on the key is computed once.
class ProductErrors {
 public:
  ProductErrors(const RowData& row, const Arithmetic& a)
      : row_(row),
        sum_(a.qk),
        rounds_(products_round(a.fold.value_or(row.problem->dtype), row.problem->dtype, a.qk.format)) {
    const double d = static_cast<double>(row.query.size());
    coefficient_ = sum_coefficient(a.qk, {.terms = d, .block = 0, .blocks = 0, .products_round = rounds_});
    underflow_ = (2 * d + 4) * std::max(underflow_unit(a), a.qk.format.min_subnormal()) *
                 std::max(1.0, std::fabs(scale_value(*row.problem)));
  }

  double of(const RowResult& exact, std::size_t j) const {
    const bool tensor_core = sum_.kind == Accumulator::Kind::TensorCore;
    double error = coefficient_ * (tensor_core ? tensor_core_magnitude(row_, j, sum_) : exact.magnitude[j]);
    if (sum_.kind == Accumulator::Kind::Chain) error = std::min(error, chain_error(row_, j, sum_, rounds_));
    return error + underflow_;
  }

 private:
  const RowData& row_;
  const Accumulator& sum_;
  bool rounds_;
  double coefficient_ = 0;
  double underflow_ = 0;
};

double storage_error(const RowData& row, const RowResult& exact, std::size_t j, const Arithmetic& a, double products) {
  double error = 0;
  const double scale = std::max(1.0, std::fabs(scale_value(*row.problem)));
  if (a.score_storage)
    error += a.score_storage->unit_roundoff() * (std::fabs(exact.raw[j]) + products) +
             0.5 * a.score_storage->min_subnormal() * scale;
  if (a.fold) {
    double keys = 0;
    for (std::size_t t = 0; t < row.query.size(); ++t) keys += std::fabs(row.key(j)[t]);
    error += a.fold->unit_roundoff() * exact.magnitude[j] + 0.5 * a.fold->min_subnormal() * keys;
  }
  return error;
}

/// C: slope times the query's position. Under causality distances fall by one from key to key; one key tells nothing,
/// and its weight is 1 whatever its score.
double column_shift(const RowData& row) {
  if (row.alibi.empty() || !row.problem->causal || row.count() < 2) return 0;
  const double first = static_cast<double>(row.keys.front()), last = static_cast<double>(row.keys.back());
  const double slope = (row.alibi.back() - row.alibi.front()) / (last - first);
  return std::fabs(row.alibi.front()) + std::fabs(slope) * first;
}

/// Bias, ALiBi and soft cap: what they add to the error `before` of the raw score, given that total comes out as before
/// + result.
class OptionErrors {
 public:
  OptionErrors(const RowData& row, const Arithmetic& a)
      : row_(row),
        a_(a),
        u_(a.work.unit_roundoff()),
        column_shift_(column_shift(row)) {}

  double added(const RowResult& exact, std::size_t j, double before) const {
    const Problem& p = *row_.problem;
    if (!p.softcap && row_.bias.empty() && row_.alibi.empty()) return 0;
    const double raw = exact.raw[j];
    double error = before + 3 * u_ * std::fabs(raw);
    if (p.convention.cap_order == CapOrder::BeforeBias) {
      const double capped_score = p.softcap ? *p.softcap * std::tanh(raw / *p.softcap) : raw;
      return biased(j, capped_score, capped(raw, error)) - before;
    }
    return capped(raw + row_.bias_sum(j), biased(j, raw, error)) - before;
  }

 private:
  double capped(double x, double error) const {
    if (!row_.problem->softcap) return error;
    const double cap = *row_.problem->softcap;
    const double ds = error + u_ * std::fabs(x) + 2 * cap * underflow_unit(a_);
    const double eps = a_.tanh_error > 0 ? a_.tanh_error : 8 * u_;
    const double slope = 1 / std::cosh(std::max(0.0, std::fabs(x) - ds) / cap);
    return slope * slope * ds + (eps + u_) * (std::fabs(cap * std::tanh(x / cap)) + ds);
  }

  double biased(std::size_t j, double score, double error) const {
    if (!row_.alibi.empty()) error += 3 * u_ * std::fabs(row_.alibi[j]) + 6 * u_ * column_shift_;
    if (row_.bias.empty() && row_.alibi.empty()) return error;
    const double sum = score + row_.bias_sum(j);
    error += u_ * (std::fabs(sum) + std::fabs(row_.bias_sum(j)));
    if (a_.bias_rounding)
      error +=
          a_.bias_rounding->unit_roundoff() * (std::fabs(score) + std::fabs(sum)) + a_.bias_rounding->min_subnormal();
    return error;
  }

  const RowData& row_;
  const Arithmetic& a_;
  double u_;
  double column_shift_;
};

std::int64_t block_of(const RowData& row, const Arithmetic& a, std::size_t j) {
  return a.block > 0 ? row.keys[j] / a.block : row.keys[j];
}

/// T: blocks that hold a visible key; a tiling that starts elsewhere may cut one more, and so may each split.
double count_blocks(const RowData& row, const Arithmetic& a) {
  if (a.block == 0) return static_cast<double>(row.count());
  double blocks = 0;  // keys ascend, so a block is one run
  for (std::size_t j = 0; j < row.count(); ++j) blocks += j == 0 || block_of(row, a, j) != block_of(row, a, j - 1);
  return blocks + (a.ordered_blocks || row.head->key_length <= a.block ? 0 : 1) + a.splits - 1;
}

/// R: T - 1, or fewer in ascending block order over all keys, where block t may raise the maximum if max(s + delta) in
/// t reaches max(s - delta) before it.
double count_changes(const RowData& row, const RowArguments& arguments, const Arithmetic& a) {
  if (!a.ordered_blocks || a.block == 0 || a.splits > 1) return std::max(0.0, arguments.blocks - 1);
  double changes = 0;
  for (const MaximumState& state : running_maxima(row, arguments, a)) changes += state.may_change;
  return changes;
}

void add_exponent_stage(RowArguments& arguments, double max_above_exact, const Arithmetic& a) {
  const double u = a.work.unit_roundoff();
  for (std::size_t j = 0; j < arguments.errors.size(); ++j) {
    ArgumentError& e = arguments.errors[j];
    const double reach = std::fabs(arguments.scores[j]) + e.score();
    e.maximum = u * std::max(arguments.max_magnitude, reach) + (a.fused_exponent.value_or(false) ? 0 : u * reach);
    e.gap = a.theta * u * (max_above_exact - arguments.scores[j] + e.score()) + 2 * u * a.rescale_threshold;
  }
}

}  // namespace

std::vector<MaximumState> running_maxima(const RowData& row, const RowArguments& arguments, const Arithmetic& a) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::vector<MaximumState> states;
  double maximum = -infinity, highest = -infinity, lowest = -infinity;
  for (std::size_t j = 0; j < row.count();) {
    MaximumState state{.begin = j};
    const std::int64_t block = block_of(row, a, j);
    double above = -infinity, below = -infinity;
    for (; j < row.count() && block_of(row, a, j) == block; ++j) {
      maximum = std::max(maximum, arguments.scores[j]);
      above = std::max(above, arguments.scores[j] + arguments.errors[j].score());
      below = std::max(below, arguments.scores[j] - arguments.errors[j].score());
    }
    state.end = j;
    state.may_change = !states.empty() && above >= lowest;
    highest = std::max(highest, above);
    lowest = std::max(lowest, below);
    state.maximum = maximum;
    state.uncertainty = std::max(highest - maximum, maximum - lowest);
    states.push_back(state);
  }
  for (std::size_t b = states.size(); b-- > 1;)
    states[b - 1].changes_after = states[b].changes_after + (states[b].may_change ? 1 : 0);
  return states;
}

RowArguments argument_errors(const RowData& row, const RowResult& exact, const Arithmetic& a) {
  RowArguments arguments;
  arguments.scores = exact.score;
  const ProductErrors products(row, a);
  const OptionErrors options(row, a);
  for (std::size_t j = 0; j < row.count(); ++j) {
    ArgumentError e;
    e.products = products.of(exact, j);
    e.storage = storage_error(row, exact, j, a, e.products);
    e.options = options.added(exact, j, e.products + e.storage);
    arguments.errors.push_back(e);
  }
  if (row.sink) {
    arguments.scores.push_back(*row.sink);
    arguments.errors.push_back({.options = 2.3 * a.work.unit_roundoff() * std::fabs(*row.sink)});
  }
  double above = -std::numeric_limits<double>::infinity(), below = above;
  for (std::size_t j = 0; j < arguments.errors.size(); ++j) {
    above = std::max(above, arguments.scores[j] + arguments.errors[j].score());
    below = std::max(below, arguments.scores[j] - arguments.errors[j].score());
  }
  arguments.max_above = std::max(0.0, above - exact.max);
  arguments.max_magnitude = std::max(std::fabs(above), std::fabs(below));
  arguments.blocks = count_blocks(row, a);
  arguments.changes = count_changes(row, arguments, a);
  add_exponent_stage(arguments, above, a);
  return arguments;
}

}  // namespace assay::reference

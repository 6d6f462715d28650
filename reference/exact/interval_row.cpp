// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/interval_row.hpp"

#include <cmath>
#include <limits>

namespace assay::reference {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Step 1: raw_j = sigma q . k_j.
std::vector<Interval> raw_scores(const RowData& row, int bits) {
  const Problem& problem = *row.problem;
  const auto head_dim = row.query.size();
  const Interval sigma = problem.scale ? Interval(*problem.scale, bits)
                                       : Interval(1, bits) / sqrt(Interval(static_cast<double>(head_dim), bits));
  std::vector<Interval> raw;
  for (std::size_t n = 0; n < row.count(); ++n) raw.push_back(sigma * dot(row.query, {row.key(n), head_dim}, bits));
  return raw;
}

/// Step 2: soft cap c tanh(x / c), bias and ALiBi, in the convention's order.
std::vector<Interval> scores(const RowData& row, const std::vector<Interval>& raw, int bits) {
  const Problem& problem = *row.problem;
  const auto capped = [&](const Interval& x) {
    if (!problem.softcap) return x;
    const Interval cap(*problem.softcap, bits);
    return cap * tanh(x / cap);
  };
  std::vector<Interval> score;
  for (std::size_t n = 0; n < row.count(); ++n) {
    Interval bias(row.bias.empty() ? 0 : row.bias[n], bits);
    if (!row.alibi.empty()) bias += Interval(row.alibi[n], bits);
    const bool cap_first = problem.convention.cap_order == CapOrder::BeforeBias;
    score.push_back(cap_first ? capped(raw[n]) + bias : capped(raw[n] + bias));
  }
  return score;
}

/// Step 3: weight_j = exp(score_j - shift); their sum has one more term for the sink.
void set_weights(const RowData& row, IntervalRow& result, int bits) {
  result.max = row.sink ? Interval(*row.sink, bits) : result.score[0];
  for (const Interval& score : result.score) result.max = max(result.max, score);
  result.shift = result.max.upper_point();
  result.sum = row.sink ? exp(Interval(*row.sink, bits) - result.shift) : Interval(0, bits);
  for (const Interval& score : result.score) {
    result.weight.push_back(exp(score - result.shift));
    result.sum += result.weight.back();
  }
}

/// Step 4: out_c = Sum_j weight_j z_j v_jc / sum; z_j = keep_j / (1 - p) in training.
std::vector<Interval> output(const RowData& row, const IntervalRow& steps, int bits) {
  const Interval one(1, bits);
  const Interval z = row.keep.empty() ? one : one / (one - Interval(row.problem->dropout.probability, bits));
  std::vector<Interval> out(static_cast<std::size_t>(row.head->value_dim), Interval(0, bits));
  for (std::size_t n = 0; n < row.count(); ++n) {
    if (!row.keep.empty() && row.keep[n] == 0) continue;
    add_scaled(out, steps.weight[n] * z, row.value(n));
  }
  for (Interval& value : out) value = value / steps.sum;
  return out;
}

/// Natural log-sum-exp to the convention's base.
Interval in_base(const RowData& row, const Interval& lse, int bits) {
  return row.problem->convention.lse_base == LseBase::Two ? lse / log(Interval(2, bits)) : lse;
}

IntervalRow nan_row(const RowData& row, int bits) {
  const Interval undefined(nan, bits);
  const std::vector<Interval> keys(row.count(), undefined);
  return {RowKind::Nan, keys,
          keys,         keys,
          undefined,    undefined,
          undefined,    std::vector<Interval>(static_cast<std::size_t>(row.head->value_dim), undefined),
          undefined};
}

/// Mean of every value row of the head, hidden ones included.
Interval mean_value(const HeadData& head, std::size_t column, int bits) {
  Interval sum(0, bits);
  for (std::int64_t j = 0; j < head.key_length; ++j) sum += Interval(head.value(j)[column], bits);
  return sum / Interval(static_cast<double>(head.key_length), bits);
}

IntervalRow empty_row(const RowData& row, int bits) {
  const Convention& convention = row.problem->convention;
  IntervalRow result;
  result.kind = RowKind::Empty;
  for (std::size_t c = 0; c < static_cast<std::size_t>(row.head->value_dim); ++c) {
    if (row.sink || convention.empty_row == EmptyRow::Zero)
      result.out.emplace_back(0, bits);
    else if (convention.empty_row == EmptyRow::Nan || row.head->key_length == 0)
      result.out.emplace_back(nan, bits);
    else
      result.out.push_back(mean_value(*row.head, c, bits));
  }
  if (row.sink) {
    result.max = result.shift = Interval(*row.sink, bits);
    result.sum = Interval(1, bits);
    result.lse = in_base(row, result.max, bits);
  } else {
    const EmptyLse lse = convention.empty_lse;
    result.max = result.shift = Interval(-HUGE_VAL, bits);
    result.sum = Interval(0, bits);
    result.lse = Interval(lse == EmptyLse::Nan ? nan : lse == EmptyLse::PlusInfinity ? HUGE_VAL : -HUGE_VAL, bits);
  }
  return result;
}

}  // namespace

Interval probability(const IntervalRow& row, std::size_t n) { return row.weight[n] / row.sum; }

IntervalRow interval_row(const RowData& row, int precision_bits) {
  const RowKind kind = row_kind(row);
  if (kind == RowKind::Nan) return nan_row(row, precision_bits);
  if (kind == RowKind::Empty) return empty_row(row, precision_bits);
  IntervalRow result;
  result.raw = raw_scores(row, precision_bits);
  result.score = scores(row, result.raw, precision_bits);
  set_weights(row, result, precision_bits);
  result.out = output(row, result, precision_bits);
  result.lse = in_base(row, result.shift + log(result.sum), precision_bits);

  const std::vector<double> special = special_columns(row);
  for (std::size_t c = 0; c < special.size(); ++c)
    if (special[c] != 0) result.out[c] = Interval(special[c], precision_bits);
  return result;
}

}  // namespace assay::reference

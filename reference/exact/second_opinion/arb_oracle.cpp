// SPDX-License-Identifier: Apache-2.0
#include "reference/exact/second_opinion/arb_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "reference/exact/second_opinion/arb_ball.hpp"

namespace assay::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A row of the call with what the problem's fields say about it.
struct Place {
  const Problem& problem;
  const Inputs& inputs;
  std::int64_t batch, head, query;
  std::int64_t key_head() const {
    const Extents& e = problem.extents;
    const std::int64_t group = e.query_heads / e.key_heads;
    return problem.convention.head_map == HeadMap::Grouped ? head / group : head % e.key_heads;
  }
  /// Keys that exist for this batch member.
  std::int64_t length() const {
    if (!problem.key_lengths) return problem.extents.key_length;
    return static_cast<std::int64_t>(inputs.key_lengths->get({batch, 0, 0, 0}));
  }
  /// Where this query stands on the key axis.
  std::int64_t position() const {
    const Anchor& anchor = problem.convention.anchor;
    if (anchor.kind == Anchor::Kind::TopLeft) return query + problem.past;
    if (anchor.kind == Anchor::Kind::BottomRight) return length() - (problem.extents.query_length - query);
    return query + anchor.offset;
  }
};

struct Range {
  std::int64_t first, last;
};

/// The keys left by lengths, diagonal and window, each of which cuts an end off.
Range key_range(const Place& place) {
  const Problem& p = place.problem;
  Range range{0, place.length() - 1};
  const std::int64_t self = p.convention.window_count == WindowCount::CountsSelf ? 1 : 0;
  if (p.causal) range.last = std::min(range.last, place.position());
  if (p.window.right) range.last = std::min(range.last, place.position() + *p.window.right - self);
  if (p.window.left) range.first = std::max(range.first, place.position() - *p.window.left + self);
  if (p.chunk > 0) {  // whole chunks before the query's own position, counted from below the first key
    std::int64_t first = 0;
    while (first > place.position()) first -= p.chunk;
    while (first + p.chunk <= place.position()) first += p.chunk;
    range.first = std::max(range.first, first);
    range.last = std::min(range.last, first + (p.chunk - 1));
  }
  return range;
}

/// Segments and the boolean mask, which pick keys one by one.
bool picked(const Place& place, std::int64_t key) {
  const Inputs& in = place.inputs;
  if (place.problem.segments) {
    const double own = in.query_segments->get({place.batch, 0, 0, place.query});
    if (in.key_segments->get({place.batch, 0, 0, key}) != own) return false;
  }
  if (!place.problem.mask) return true;
  const bool set = in.mask->get_broadcast({place.batch, place.head, place.query, key}) == 1;
  return place.problem.convention.mask_true == MaskTrue::Visible ? set : !set;
}

/// A score: a ball, or a NaN or infinity that no precision changes.
struct Score {
  Ball ball;
  double special = 0;
};

Score dot(const BallField& field, const Place& place, std::int64_t key) {
  const std::vector<double> q = place.inputs.query.row(place.batch, place.head, place.query);
  const std::vector<double> k = place.inputs.key.row(place.batch, place.key_head(), key);
  const std::optional<double>& scale = place.problem.scale;
  Score score;
  for (std::size_t t = 0; t < q.size(); ++t) {
    if (std::isfinite(q[t]) && std::isfinite(k[t]))
      field.add_product(score.ball, Ball(q[t]), k[t]);
    else
      score.special += q[t] * k[t];
  }
  const Ball sigma = scale ? Ball(*scale) : field.reciprocal_root(place.problem.extents.head_dim);
  score.ball = field.multiply(score.ball, sigma);
  if (score.special != 0 && scale) score.special *= *scale;
  return score;
}

void cap(const BallField& field, const Problem& problem, Score& score) {
  if (!problem.softcap) return;
  const Ball limit(*problem.softcap);
  if (std::isinf(score.special)) {
    score.ball = Ball(std::copysign(*problem.softcap, score.special));
    score.special = 0;
  } else {
    score.ball = field.multiply(limit, field.tanh(field.divide(score.ball, limit)));
  }
}

void shift(const BallField& field, Score& score, double by) {
  if (std::isfinite(by))
    score.ball = field.add(score.ball, Ball(by));
  else
    score.special += by;
}

Score score_of(const BallField& field, const Place& place, std::int64_t key) {
  const Problem& p = place.problem;
  Score score = dot(field, place, key);
  if (p.convention.cap_order == CapOrder::BeforeBias) cap(field, p, score);
  if (p.bias) shift(field, score, place.inputs.bias->get_broadcast({place.batch, place.head, place.query, key}));
  if (p.alibi) {
    // An fp32 slope times a distance below 2^24 is exactly a double.
    const double distance = static_cast<double>(std::abs(place.position() - key));
    shift(field, score, -place.inputs.alibi_slopes->get({0, place.head, 0, 0}) * distance);
  }
  if (p.convention.cap_order == CapOrder::AfterBias) cap(field, p, score);
  return score;
}

struct Keys {
  std::vector<std::int64_t> index;
  std::vector<Ball> score;
  bool undefined = false;  ///< a score is NaN or +inf
};

Keys keys_of(const BallField& field, const Place& place) {
  Keys keys;
  const Range range = key_range(place);
  for (std::int64_t key = range.first; key <= range.last; ++key) {
    if (!picked(place, key)) continue;
    // -inf in the additive mask hides before anything is multiplied, so that what stands in a hidden key cannot
    // matter.
    if (place.problem.bias &&
        place.inputs.bias->get_broadcast({place.batch, place.head, place.query, key}) == -infinity)
      continue;
    Score score = score_of(field, place, key);
    if (score.special == -infinity) continue;
    keys.undefined = keys.undefined || score.special != 0;
    keys.index.push_back(key);
    keys.score.push_back(std::move(score.ball));
  }
  return keys;
}

OracleInterval ends(const Ball& ball) {
  arf_t end;
  arf_init(end);
  arb_get_lbound_arf(end, ball.get(), 64);
  OracleInterval interval;
  interval.lower = arf_get_d(end, ARF_RND_FLOOR);
  arb_get_ubound_arf(end, ball.get(), 64);
  interval.upper = arf_get_d(end, ARF_RND_CEIL);
  arf_clear(end);
  return interval;
}

/// Wide in comparison with `terms`, what the value is a sum of: more precision would help.
bool wide(const Ball& ball, const Ball& terms) {
  if (!arb_is_finite(ball.get())) return true;
  mag_t limit;
  mag_init(limit);
  arb_get_mag(limit, terms.get());
  mag_mul_2exp_si(limit, limit, -70);
  const bool is_wide = mag_cmp(arb_radref(ball.get()), limit) > 0;
  mag_clear(limit);
  return is_wide;
}

OracleInterval in_base(const BallField& field, const Problem& problem, const Ball& natural) {
  if (problem.convention.lse_base == LseBase::E) return ends(natural);
  return ends(field.divide(natural, field.log(Ball(2))));
}

double value_at(const Place& place, std::int64_t key, std::int64_t column) {
  return place.inputs.value.get({place.batch, place.key_head(), key, column});
}

OracleInterval empty_output(const BallField& field, const Place& place, std::int64_t column) {
  const EmptyRow rule = place.problem.convention.empty_row;
  if (rule == EmptyRow::Zero) return {0, 0};
  const std::int64_t count = place.problem.extents.key_length;
  if (rule == EmptyRow::Nan || count == 0) return {nan, nan};
  Ball sum;
  double special = 0;
  for (std::int64_t key = 0; key < count; ++key) {
    const double value = value_at(place, key, column);
    if (std::isfinite(value))
      field.add_product(sum, Ball(1), value);
    else
      special += value;
  }
  return special != 0 ? OracleInterval{special, special} : ends(field.divide(sum, Ball(static_cast<double>(count))));
}

OracleRow empty_row(const BallField& field, const Place& place) {
  OracleRow row;
  for (std::int64_t c = 0; c < place.problem.extents.value_dim; ++c) row.out.push_back(empty_output(field, place, c));
  const EmptyLse rule = place.problem.convention.empty_lse;
  const double lse = rule == EmptyLse::Nan ? nan : rule == EmptyLse::PlusInfinity ? infinity : -infinity;
  row.lse = {lse, lse};
  return row;
}

/// Weights exp(score - max), the sink's among them in the sum.
struct Weights {
  std::vector<Ball> each;
  Ball sum;
  double shift = -infinity;  ///< any number would do; the largest centre keeps the exponentials in range
};

Weights weigh(const BallField& field, const Keys& keys, const std::optional<double>& sink) {
  Weights weights;
  if (sink) weights.shift = *sink;
  for (const Ball& score : keys.score)
    weights.shift = std::max(weights.shift, arf_get_d(arb_midref(score.get()), ARF_RND_NEAR));
  const Ball shift(std::clamp(weights.shift, -std::numeric_limits<double>::max(), std::numeric_limits<double>::max()));
  weights.shift = arf_get_d(arb_midref(shift.get()), ARF_RND_NEAR);
  if (sink) weights.sum = field.exp(field.subtract(Ball(*sink), shift));
  for (const Ball& score : keys.score) {
    weights.each.push_back(field.exp(field.subtract(score, shift)));
    weights.sum = field.add(weights.sum, weights.each.back());
  }
  return weights;
}

/// What a key's weight is multiplied by before it meets the values: 0 or 1 / (1 - p) in training.
Ball kept(const BallField& field, const Place& place, std::int64_t key) {
  const Dropout& dropout = place.problem.dropout;
  if (!dropout.training) return Ball(1);
  if (place.inputs.dropout_keep->get({place.batch, place.head, place.query, key}) == 0) return Ball(0);
  return field.divide(Ball(1), field.subtract(Ball(1), Ball(dropout.probability)));
}

void set_output(const BallField& field, const Place& place, const Keys& keys, const Weights& weights, OracleRow& row) {
  for (std::int64_t c = 0; c < place.problem.extents.value_dim; ++c) {
    Ball sum, magnitude;
    double special = 0;
    for (std::size_t n = 0; n < keys.index.size(); ++n) {
      const double value = value_at(place, keys.index[n], c);
      const Ball factor = kept(field, place, keys.index[n]);
      if (std::isfinite(value)) {
        const Ball weight = field.multiply(weights.each[n], factor);
        field.add_product(sum, weight, value);
        field.add_product(magnitude, weight, std::fabs(value));
      } else {
        special += arb_is_zero(factor.get()) ? nan : value;
      }
    }
    const Ball out = field.divide(sum, weights.sum);
    row.out.push_back(special != 0 ? OracleInterval{special, special} : ends(out));
    row.decided = row.decided && (special != 0 || !wide(out, field.divide(magnitude, weights.sum)));
  }
}

OracleRow row_at(const BallField& field, const Place& place) {
  const Keys keys = keys_of(field, place);
  std::optional<double> sink;
  if (place.problem.sinks) sink = place.inputs.sinks->get({0, place.head, 0, 0});
  if (sink == -infinity) sink.reset();
  if (keys.index.empty() && !sink) return empty_row(field, place);
  OracleRow row;
  row.visible = static_cast<std::int64_t>(keys.index.size());
  if (keys.undefined || (sink && !std::isfinite(*sink))) {
    row.out.assign(static_cast<std::size_t>(place.problem.extents.value_dim), {nan, nan});
    row.lse = {nan, nan};
    return row;
  }
  const Weights weights = weigh(field, keys, sink);
  set_output(field, place, keys, weights, row);
  const Ball natural = field.add(field.log(weights.sum), Ball(weights.shift));
  row.lse = in_base(field, place.problem, natural);
  row.decided = row.decided && !wide(natural, field.add(Ball(std::fabs(weights.shift)), weights.sum));
  return row;
}

}  // namespace

OracleRow oracle_row(const Problem& problem, const Inputs& inputs, std::int64_t batch, std::int64_t head,
                     std::int64_t query) {
  const Place place{problem, inputs, batch, head, query};
  ASSAY_ASSERT(!problem.dropout.training || problem.dropout.mask_given);
  OracleRow row = row_at({192}, place);
  for (slong bits = 384; !row.decided && bits <= 12288; bits *= 2) row = row_at({bits}, place);
  return row;
}

}  // namespace assay::reference

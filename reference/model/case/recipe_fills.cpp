// SPDX-License-Identifier: Apache-2.0
// Recipe r1: the numbers of query, key and value. Every expression below uses integers, powers of two and single
// exactly rounded operations, so the same bits come out everywhere. A change of any of them is a new recipe version.
#include "reference/model/case/recipe_fills.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace assay::detail {
namespace {

using C = FillContext;
using I = Index4;

double normal(const C& c, Stream stream, const Index4& extents, const I& at) {
  return RandomStream(c.seed, stream).normal(ordinal(extents, at));
}
double query_normal(const C& c, const I& at) { return normal(c, QueryStream, query_extents(c.problem), at); }
double key_normal(const C& c, const I& at) { return normal(c, KeyStream, key_extents(c.problem), at); }
double value_normal(const C& c, const I& at) { return normal(c, ValueStream, value_extents(c.problem), at); }

/// A power of two near sqrt(head_dim): a query channel of this size times a key channel x gives a score near x.
double root(const C& c) {
  const auto d = static_cast<std::uint64_t>(c.problem.extents.head_dim);
  return std::ldexp(1.0, (std::bit_width(d) - 1) / 2);
}

double amplified_query(const C& c, const I& at) { return c.amplitude * query_normal(c, at); }

/// Channel 0 carries a controlled score, the others noise of a quarter.
double control_query(const C& c, const I& at) { return at[3] == 0 ? root(c) : 0.25 * query_normal(c, at); }
double control_key(const C& c, const I& at, double score) { return at[3] == 0 ? score : 0.25 * key_normal(c, at); }

double fraction(std::int64_t numerator, std::int64_t denominator) {
  return static_cast<double>(numerator) / static_cast<double>(denominator);
}

/// N(0,1) + N(0,100) Bernoulli(0.001): the outlier distribution of the FlashAttention-3 paper, section 4.3.
double outlier(double base, const RandomStream& outliers, std::uint64_t n) {
  const bool hit = outliers.bits(2 * n) < 4294967u;  // 2^32 / 1000
  return hit ? base + 10 * outliers.normal(2 * n + 1) : base;
}

std::int64_t small_integer(const RandomStream& stream, std::uint64_t n, std::int64_t reach) {
  return stream.below(n, 2 * reach + 1) - reach;
}

double one_hot_query(const C& c, const I& at) {
  const Extents& e = c.problem.extents;
  if (e.key_length == 0) return query_normal(c, at);
  const std::int64_t head = at[1] * e.key_heads / e.query_heads;
  const std::int64_t target = (7 * at[2] + 3) % e.key_length;
  return 4 * c.amplitude * key_normal(c, {at[0], head, target, at[3]});
}

/// Exponent that takes key channels near the top of the range; queries get its negative, so that products stay near 1.
int extreme_exponent(const C& c) { return std::ilogb(c.problem.dtype.max_finite()) - 4; }
double extreme_query(const C& c, const I& at) {
  const double n = query_normal(c, at);
  return at[3] % 2 == 0 ? std::ldexp(n, -extreme_exponent(c)) : n * c.problem.dtype.min_normal();
}
double extreme_key(const C& c, const I& at) {
  const double n = key_normal(c, at);
  return at[3] % 2 == 0 ? std::ldexp(n, extreme_exponent(c) - 2) : n;
}

/// Channels 0 and 1 carry +16 and -16 against equal query channels: large products that cancel exactly.
double cancelling_query(const C& c, const I& at) { return at[3] < 2 ? 16 * c.amplitude : query_normal(c, at); }
double cancelling_key(const C& c, const I& at) {
  if (at[3] >= 2 || c.problem.extents.head_dim < 2) return key_normal(c, at);
  return at[3] == 0 ? 16 : -16;
}

/// A triangle wave of the key position, one more period a feature: smooth without sine.
double triangle(const C& c, const I& at) {
  const std::int64_t period = std::max<std::int64_t>(c.problem.extents.key_length, 2);
  const std::int64_t phase = at[2] * (at[3] % 7 + 1) % period;
  return 4 * fraction(std::min(phase, period - phase), period) - 1;
}

double sign_of_parity(std::int64_t n) { return n % 2 == 0 ? 1.0 : -1.0; }

double rising_key(const C& c, const I& at) {
  return control_key(c, at, 16 * c.amplitude * fraction(at[2] + 1, c.problem.extents.key_length));
}

double falling_key(const C& c, const I& at) {
  return control_key(c, at,
                     16 * c.amplitude * fraction(c.problem.extents.key_length - at[2], c.problem.extents.key_length));
}

double tied_key(const C& c, const I& at) { return key_normal(c, {at[0], at[1], at[2] % 4, at[3]}); }

double identical_key(const C& c, const I& at) { return key_normal(c, {at[0], at[1], 0, at[3]}); }

double integer_query(const C& c, const I& at) {
  return static_cast<double>(
      small_integer(RandomStream(c.seed, QueryStream), ordinal(query_extents(c.problem), at), 2));
}

double outlier_query(const C& c, const I& at) {
  return outlier(amplified_query(c, at), RandomStream(c.seed, QueryOutlierStream),
                 ordinal(query_extents(c.problem), at));
}

double integer_key(const C& c, const I& at) {
  return static_cast<double>(small_integer(RandomStream(c.seed, KeyStream), ordinal(key_extents(c.problem), at), 2));
}

double outlier_key(const C& c, const I& at) {
  return outlier(key_normal(c, at), RandomStream(c.seed, KeyOutlierStream), ordinal(key_extents(c.problem), at));
}

double last_peak_key(const C& c, const I& at) {
  return control_key(c, at, at[2] == c.problem.extents.key_length - 1 ? 8 * c.amplitude : 0);
}

}  // namespace

std::uint64_t ordinal(const Index4& extents, const Index4& at) {
  return static_cast<std::uint64_t>(((at[0] * extents[1] + at[1]) * extents[2] + at[2]) * extents[3] + at[3]);
}

const std::vector<ScoreFill>& score_fill_table() {
  static const std::vector<ScoreFill> table{
      {{"normal", "query amplitude * N(0,1), key N(0,1)"}, amplified_query, key_normal},
      {{"flat", "scores within a few hundredths: weights nearly equal, many share one probability"},
       [](const C& c, const I& at) { return c.amplitude * 0x1p-6 * query_normal(c, at); },
       key_normal},
      {{"zero", "query 0: all scores equal, every weight 1/n, outputs often exact ties"},
       [](const C&, const I&) { return 0.0; },
       key_normal},
      {{"peaked", "query 8 * amplitude * N(0,1): a few keys take the weight"},
       [](const C& c, const I& at) { return 8 * c.amplitude * query_normal(c, at); },
       key_normal},
      {{"rising", "scores rise by 16 * amplitude from first to last key: the running maximum changes in every block"},
       control_query,
       rising_key},
      {{"falling", "scores fall over the keys: the running maximum never changes"}, control_query, falling_key},
      {{"offset",
        "a common offset of about amplitude (either sign) on all scores: exposes missing maximum subtraction and "
        "finite sentinels"},
       [](const C& c, const I& at) { return at[3] == 0 ? root(c) : query_normal(c, at); },
       [](const C& c, const I& at) { return at[3] == 0 ? c.amplitude : key_normal(c, at); }},
      {{"common-mean",
        "query and key have mean amplitude: raw scores near head_dim * amplitude^2, beyond float16 from 23 at head_dim "
        "128"},
       [](const C& c, const I& at) { return c.amplitude + query_normal(c, at); },
       [](const C& c, const I& at) { return c.amplitude + key_normal(c, at); }},
      {{"ties", "only four distinct keys: equal scores, equal roundings"}, amplified_query, tied_key},
      {{"identical", "all keys equal: uniform weights at a score that is not 0"}, amplified_query, identical_key},
      {{"one-hot", "each query matches one key far above the others: weights 0 and 1 to the last bit"},
       one_hot_query,
       key_normal},
      {{"outliers", "N(0,1) + N(0,100) Bernoulli(0.001) in query and key (FlashAttention-3)"},
       outlier_query,
       outlier_key},
      {{"outlier-channel", "the last key channel is 16 times the others"},
       amplified_query,
       [](const C& c, const I& at) { return key_normal(c, at) * (at[3] == c.problem.extents.head_dim - 1 ? 16 : 1); }},
      {{"cancelling", "two channels of large products that cancel: sum of magnitudes far above the score"},
       cancelling_query,
       cancelling_key},
      {{"integers", "small integers: exact scores, few distinct weights"}, integer_query, integer_key},
      {{"sink", "key 0 lies 8 * amplitude above the others for every query: first key is the row maximum"},
       control_query,
       [](const C& c, const I& at) { return control_key(c, at, at[2] == 0 ? 8 * c.amplitude : 0); }},
      {{"peak-last", "the last key lies 8 * amplitude above the others: the maximum comes in the last block"},
       control_query,
       last_peak_key},
      {{"peak-at", "the key at position amplitude lies 8 above the others: maximum at a block's edge"},
       control_query,
       [](const C& c, const I& at) { return control_key(c, at, static_cast<double>(at[2]) == c.amplitude ? 8 : 0); }},
      {{"extremes",
        "key channels near the largest number against query channels near the smallest, and subnormal queries"},
       extreme_query,
       extreme_key},
  };
  return table;
}

const std::vector<ValueFill>& value_fill_table() {
  static const std::vector<ValueFill> table{
      {{"normal", "amplitude * N(0,1)"}, [](const C& c, const I& at) { return c.amplitude * value_normal(c, at); }},
      {{"positive", "amplitude * (1 + |N|): amplifies every truncation"},
       [](const C& c, const I& at) { return c.amplitude * (1 + std::fabs(value_normal(c, at))); }},
      {{"constant", "every value is amplitude: the output is too"}, [](const C& c, const I&) { return c.amplitude; }},
      {{"ramp", "value = key position: reads off which keys were used"},
       [](const C& c, const I& at) { return c.amplitude * static_cast<double>(at[2]); }},
      {{"one-hot", "value row j is the unit vector j mod value_dim: shows sums of weights"},
       [](const C& c, const I& at) { return at[2] % c.problem.extents.value_dim == at[3] ? c.amplitude : 0; }},
      {{"cancelling", "alternating signs, nearly equal sizes: the sum is small"},
       [](const C& c, const I& at) {
         return sign_of_parity(at[2]) * c.amplitude * (1 + 0x1p-8 * value_normal(c, at));
       }},
      {{"offset", "64 * amplitude + N(0,1): mean far above the spread"},
       [](const C& c, const I& at) { return 64 * c.amplitude + value_normal(c, at); }},
      {{"alternating", "1 plus a part of 1/64 that alternates over the keys"},
       [](const C& c, const I& at) { return c.amplitude * (1 + sign_of_parity(at[2]) * 0x1p-6); }},
      {{"tied", "depends on key mod 4 only: goes with tied scores"},
       [](const C& c, const I& at) {
         return c.amplitude * value_normal(c, {at[0], at[1], at[2] % 4, at[3]});
       }},
      {{"integers", "small integers -3..3"},
       [](const C& c, const I& at) {
         return static_cast<double>(
             small_integer(RandomStream(c.seed, ValueStream), ordinal(value_extents(c.problem), at), 3));
       }},
      {{"outliers", "N(0,1) + N(0,100) Bernoulli(0.001) (FlashAttention-3)"},
       [](const C& c, const I& at) {
         return outlier(c.amplitude * value_normal(c, at), RandomStream(c.seed, ValueOutlierStream),
                        ordinal(value_extents(c.problem), at));
       }},
      {{"smooth", "a triangle wave over the key positions: errors of neighbouring keys do not average out"},
       [](const C& c, const I& at) { return c.amplitude * triangle(c, at); }},
      {{"signs", "amplitude with random sign"},
       [](const C& c, const I& at) { return value_normal(c, at) < 0 ? -c.amplitude : c.amplitude; }},
      {{"huge", "N(0,1) * largest / 4096: near the top of the range"},
       [](const C& c, const I& at) {
         return value_normal(c, at) * c.amplitude * 0x1p-12 * c.problem.dtype.max_finite();
       }},
      {{"max", "the largest finite number everywhere"},
       [](const C& c, const I&) { return c.problem.dtype.max_finite(); }},
      {{"tiny", "N(0,1) * smallest normal: half of it subnormal"},
       [](const C& c, const I& at) { return value_normal(c, at) * c.amplitude * c.problem.dtype.min_normal(); }},
  };
  return table;
}

}  // namespace assay::detail

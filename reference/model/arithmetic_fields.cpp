// SPDX-License-Identifier: Apache-2.0
#include "reference/model/arithmetic_fields.hpp"

#include <algorithm>
#include <array>

#include "reference/model/arithmetic_words.hpp"
#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

using A = Arithmetic;
using V = std::string_view;

constexpr std::array<Word<Division>, 3> divisions{
    {{"ieee", Division::Ieee, "x / l, correctly rounded"},
     {"reciprocal", Division::Reciprocal, "x * (1 / l): the reciprocal is rounded, then the product"},
     {"approximate", Division::Approximate, "x * rcp(l) with a processor's approximate reciprocal, as in __fdividef"}}};
constexpr std::array<Word<Log>, 2> logs{
    {{"accurate", Log::Accurate, "logf, log: error of a few units in the last place of the result"},
     {"fast", Log::Fast, "lg2.approx, __logf: an absolute error near 1, whatever the size of the result"}}};

bool coarser(const FloatFormat& a, const FloatFormat& b) {
  return a.precision() < b.precision() || a.exponent_bits < b.exponent_bits;
}

/// A format that rounds once where the other does not round, or rounds finer.
bool coarser(const std::optional<FloatFormat>& a, const std::optional<FloatFormat>& b) {
  return a && (!b || coarser(*a, *b));
}

/// Truncating instructions lose most, an unknown order more than a stated one.
int looseness(Accumulator::Kind kind) {
  switch (kind) {
    case Accumulator::Kind::TensorCore: return 2;
    case Accumulator::Kind::AnyOrder: return 1;
    default: return 0;
  }
}

bool weaker(const Accumulator& a, const Accumulator& b) {
  const bool rounds_products = !a.fused && b.fused;
  const bool truncates_more = a.kind == Accumulator::Kind::TensorCore && b.kind == a.kind &&
                              (a.fraction_bits < b.fraction_bits || a.stored_bits < b.stored_bits);
  return looseness(a.kind) > looseness(b.kind) || coarser(a.format, b.format) || rounds_products || truncates_more;
}

/// Left open, it stands for four units in the last place of the work format.
double stated_tanh_error(const A& a) { return a.tanh_error > 0 ? a.tanh_error : 8 * a.work.unit_roundoff(); }

ArithmeticField sum(const char* key, Accumulator A::*member, const char* meaning, const char* effect) {
  return {.about = {.key = key,
                    .meaning = meaning,
                    .values = {{"fp32:any", "float sums in any order: reductions over lanes or threads, library GEMMs"},
                               {"fp32:chain", "acc += a * b in a loop, one term after another, the product rounded"},
                               {"fp32:tree", "pairwise sums inside a block, then the blocks one after another"},
                               {"fp32:chain:fused", "acc = fmaf(a, b, acc); :fused may follow any order"},
                               {"tensor-core:16:25:23",
                                "mma or wgmma: 16 products and the addend an instruction, cut "
                                "to F = 25 fraction bits, the sum stored with 23"},
                               {"tensor-core:32:13:13:128",
                                "the same with F = r = 13 (float8), groups of 128 terms "
                                "promoted to float sums"}},
                    .standard = "the preset's",
                    .example = std::string(key) + "=fp32:chain:fused"},
          .effect = effect,
          .set = [=](A& a, V v) { a.*member = parse_accumulator(key, v); },
          .print = [=](const A& a) { return to_text(a.*member); },
          .looser = [=](const A& a, const A& b) { return weaker(a.*member, b.*member); }};
}

ArithmeticField optional_format(const char* key, std::optional<FloatFormat> A::*member, const char* meaning,
                                std::vector<KeyValue> values, const char* effect) {
  const std::string example = std::string(key) + "=" + values.back().text;
  return {
      .about = {.key = key, .meaning = meaning, .values = std::move(values), .standard = "none", .example = example},
      .effect = effect,
      .set = [=](A& a, V v) { a.*member = parse_optional_format(v); },
      .print = [=](const A& a) { return to_text(a.*member); },
      .looser = [=](const A& a, const A& b) { return coarser(a.*member, b.*member); }};
}

/// A number of which a larger one is looser.
ArithmeticField size(LineKey about, double A::*member, const char* effect) {
  const std::string key = about.key;
  return {.about = std::move(about),
          .effect = effect,
          .set = [=](A& a, V v) { a.*member = parse_size(key, v); },
          .print = [=](const A& a) { return real_text(a.*member); },
          .looser = [=](const A& a, const A& b) { return a.*member > b.*member; }};
}

/// A flag of which one value is looser.
ArithmeticField flag(LineKey about, bool A::*member, bool looser, const char* effect) {
  const std::string key = about.key;
  return {.about = std::move(about),
          .effect = effect,
          .set = [=](A& a, V v) { a.*member = parse_flag(key, v); },
          .print = [=](const A& a) { return std::string(a.*member ? "1" : "0"); },
          .looser = [=](const A& a, const A& b) { return a.*member == looser && b.*member != looser; }};
}

/// A flag that may be left open: open allows what either value does.
ArithmeticField either(LineKey about, std::optional<bool> A::*member, const char* effect) {
  const std::string key = about.key;
  return {.about = std::move(about),
          .effect = effect,
          .set = [=](A& a, V v) { a.*member = parse_either(key, v); },
          .print = [=](const A& a) { return to_text(a.*member); },
          .looser = [=](const A& a, const A& b) { return !(a.*member) && b.*member; }};
}

ArithmeticField work() {
  return {.about = {.key = "work",
                    .meaning = "format of the exponentials, the rescaling and the division",
                    .values = {{"fp32", "float variables: expf, __expf, ex2.approx.f32"},
                               {"fp64", "double variables: exp"},
                               {"fp16", "__half arithmetic: hexp, h2exp2"},
                               {"bf16", "__nv_bfloat16 arithmetic"}},
                    .standard = "the preset's",
                    .example = "work=fp64"},
          .effect = "its unit u is the measure of exponential, maximum, gap, division and of rescaling",
          .set = [](A& a, V v) { a.work = dtype(v); },
          .print = [](const A& a) { return std::string(a.work.name); },
          .looser = [](const A& a, const A& b) { return coarser(a.work, b.work); }};
}

ArithmeticField probability() {
  return {.about = {.key = "p",
                    .meaning = "format of the probabilities as they meet the values",
                    .values = {{"fp32", "P stays in float registers; not rounded where it is work's format"},
                               {"bf16", "P is converted for a 16-bit matrix instruction; fp16 likewise"},
                               {"e4m3", "P is quantised for a float8 matrix instruction; e5m2 likewise"}},
                    .standard = "the preset's",
                    .example = "p=bf16"},
          .effect = "the term probabilities, and with blocks declared the replay, which knows that rounding",
          .set = [](A& a, V v) { a.probability = dtype(v); },
          .print = [](const A& a) { return std::string(a.probability.name); },
          .looser = [](const A& a, const A& b) { return coarser(a.probability, b.probability); }};
}

ArithmeticField probability_scale() {
  return {
      .about = {.key = "p_scale",
                .meaning = "factor of the probabilities before they are rounded",
                .values = {{"1", "no factor"}, {"256", "P * 256 is converted to float8, and 256 divided out later"}},
                .standard = "1",
                .example = "p_scale=256"},
      .effect = "probabilities: fewer of them underflow; the range check: larger ones may overflow",
      .set = [](A& a, V v) { a.probability_scale = parse_size("p_scale", v); },
      .print = [](const A& a) { return real_text(a.probability_scale); },
      .neutral = "a larger factor allows less underflow and more overflow"};
}

ArithmeticField normalised() {
  return either({.key = "p_normalised",
                 .meaning = "when the row sum divides",
                 .values = {{"1", "softmax first, then P V: the weights are divided before they meet the values"},
                            {"0", "online softmax: the output is divided at the end"},
                            {"either", "not said"}},
                 .standard = "either",
                 .example = "p_normalised=0"},
                &A::normalised_first, "either takes the wider of the two; the replay needs one of them");
}

ArithmeticField block() {
  return {.about = {.key = "block",
                    .meaning = "keys of a block (tile) after which the running maximum and sums are updated",
                    .values = {{"0", "not said: as many blocks as keys"}, {"64", "tiles of 64 keys, kBlockN = 64"}},
                    .standard = "0",
                    .example = "block=64"},
          .effect = "accumulation and exponential: fewer rescalings; the replay needs it",
          .set = [](A& a, V v) { a.block = parse_small("block", v, 1 << 24); },
          .print = [](const A& a) { return std::to_string(a.block); },
          .neutral = "larger blocks mean fewer rescalings, and deeper trees and longer groups inside a block"};
}

ArithmeticField splits() {
  return {.about = {.key = "splits",
                    .meaning = "independent ranges of keys, merged by their log-sum-exp",
                    .values = {{"1", "one pass over the keys"}, {"8", "split-KV, FlashDecoding with 8 splits"}},
                    .standard = "1",
                    .example = "splits=8"},
          .effect = "the terms split and merge",
          .set = [](A& a, V v) { a.splits = std::max(1, parse_small("splits", v, 1 << 20)); },
          .print = [](const A& a) { return std::to_string(a.splits); },
          .looser = [](const A& a, const A& b) { return a.splits > b.splits; }};
}

ArithmeticField row_sum() {
  return {.about = {.key = "row_sum",
                    .meaning = "how the sum of exponentials is made, and of which probabilities",
                    .values = {{"any", "in any order"},
                               {"block", "summed inside a block, then added to the running sum"},
                               {"thread:4", "each of 4 threads keeps its own partial sum, reduced at the end"},
                               {"tensor-core", "a column of ones in P V"},
                               {"any:unrounded", ":unrounded after any of them: the sum is made before P is converted"},
                               {"block:rounded", ":rounded: it is made of the converted P"}},
                    .standard = "any",
                    .example = "row_sum=thread:4:unrounded"},
          .effect = "the term row sum; without a word on rounding the wider of the two readings",
          .set = [](A& a, V v) { a.row_sum = parse_row_sum(v); },
          .print = [](const A& a) { return to_text(a.row_sum); },
          .looser =
              [](const A& a, const A& b) {
                return a.row_sum.kind == RowSum::Kind::TensorCore && b.row_sum.kind != a.row_sum.kind;
              }};
}

template <class T, std::size_t N>
ArithmeticField choice(const char* key, T A::*member, const std::array<Word<T>, N>& words, const char* meaning,
                       const char* effect) {
  return {.about = {.key = key,
                    .meaning = meaning,
                    .values = values_of(words),
                    .standard = std::string(words.back().word),
                    .example = std::string(key) + "=" + std::string(words.front().word)},
          .effect = effect,
          .set = [=](A& a, V v) { a.*member = parse_word(key, v, words); },
          .print = [=](const A& a) { return std::string(word_of(a.*member, words)); },
          .looser = [=](const A& a, const A& b) { return a.*member > b.*member; }};
}

std::vector<ArithmeticField> sums_and_probabilities() {
  return {
      work(),
      sum("qk", &A::qk, "how the sums query . key are made", "query.key: c_qk Sum |q||k| of each score"),
      sum("pv", &A::pv, "how the sums of probabilities times values are made", "accumulation: c_pv Sum p |v|"),
      optional_format("score", &A::score_storage, "format to which each score is rounded once before the softmax",
                      {{"none", "scores stay in the accumulator's format"},
                       {"bf16", "S = Q K^T is stored as a bf16 tensor; fp16 likewise"}},
                      "score storage: |s| u of that format"),
      probability(),
      probability_scale(),
      normalised(),
  };
}

std::vector<ArithmeticField> exponents() {
  ArithmeticField tanh = size({.key = "tanh_error",
                               .meaning = "largest relative error of tanh in the soft cap",
                               .values = {{"0", "not said: four units in the last place of work, as tanhf"},
                                          {"0.0005", "tanh.approx.f32 (2^-11)"}},
                               .standard = "0",
                               .example = "tanh_error=0.0005"},
                              &A::tanh_error, "options: |cap tanh| times it");
  tanh.looser = [](const A& a, const A& b) { return stated_tanh_error(a) > stated_tanh_error(b); };
  return {
      size({.key = "exp_ulp",
            .meaning = "largest error of one exponential, in units in the last place of work",
            .values = {{"1", "expf of a C library"}, {"2", "ex2.approx.f32, __expf near 0"}},
            .standard = "2",
            .example = "exp_ulp=1"},
           &A::exp_ulp, "exponential: 2 u exp_ulp for each, and again at every change of the running maximum"),
      tanh,
      either({.key = "fused_exponent",
              .meaning = "whether scale * s - scale * max is one operation",
              .values = {{"0", "the product is rounded, then the difference"},
                         {"1", "fmaf(s, scale_log2, -max_scaled), as in FlashAttention"},
                         {"either", "not said"}},
              .standard = "either",
              .example = "fused_exponent=1"},
             &A::fused_exponent,
             "1: one rounding of the maximum fewer, but rows whose exponential its rounding may overflow are left out"),
      size({.key = "theta",
            .meaning = "roundings, in u of work, that act on the distance s - max of a score from the maximum",
            .values = {{"2", "exp(s - max): the difference, and the argument of expf"},
                       {"5", "what any usual way of computing it keeps to"}},
            .standard = "5",
            .example = "theta=2"},
           &A::theta, "gap: theta u (m - s)"),
  };
}

std::vector<ArithmeticField> blocks_and_ends() {
  return {
      block(),
      flag({.key = "ordered_blocks",
            .meaning = "whether blocks are visited in ascending key order",
            .values = {{"0", "in any order"}, {"1", "for (n = 0; n < blocks; ++n)"}},
            .standard = "0",
            .example = "ordered_blocks=1"},
           &A::ordered_blocks, false, "changes of the running maximum are known, not bounded; the replay needs it"),
      size({.key = "rescale_threshold",
            .meaning = "nats by which a block's maximum may exceed the one in use before sums are rescaled",
            .values = {{"0", "rescaled at every new maximum"}, {"5.55", "conditional rescaling at 8 binades (8 ln 2)"}},
            .standard = "0",
            .example = "rescale_threshold=5.55"},
           &A::rescale_threshold, "gap: 2 u times it; no replay"),
      splits(),
      row_sum(),
      flag({.key = "flush_to_zero",
            .meaning = "whether subnormal results of work may become zero",
            .values = {{"0", "subnormals are kept"}, {"1", "-ftz=true, -use_fast_math, MXCSR with FTZ"}},
            .standard = "1",
            .example = "flush_to_zero=0"},
           &A::flush_to_zero, true, "underflow: the smallest normal number in place of the smallest subnormal one"),
      choice("division", &A::division, divisions, "the division by the row sum", "division: 1, 2 or 5 roundings"),
      choice("log", &A::log, logs, "the logarithm of the log-sum-exp", "the log-sum-exp's bound only"),
      optional_format(
          "fold", &A::fold, "format to which scale * query is rounded before the first product",
          {{"none", "the scale multiplies the scores"}, {"bf16", "q = q * scale, stored as bf16; fp16 likewise"}},
          "score storage: u of that format times Sum |q||k|"),
      optional_format("bias_rounding", &A::bias_rounding, "format to which score + bias is rounded",
                      {{"none", "the sum is rounded to work"}, {"bf16", "scores and mask are added as bf16 tensors"}},
                      "options: |s + bias| u of that format"),
  };
}

}  // namespace

const std::vector<ArithmeticField>& arithmetic_fields() {
  static const std::vector<ArithmeticField> list = [] {
    std::vector<ArithmeticField> all;
    for (const auto& part : {sums_and_probabilities, exponents, blocks_and_ends})
      for (ArithmeticField& field : part()) all.push_back(std::move(field));
    return all;
  }();
  return list;
}

const ArithmeticField* find_arithmetic_field(std::string_view key) {
  const auto& all = arithmetic_fields();
  const auto found = std::ranges::find_if(all, [&](const ArithmeticField& f) { return f.about.key == key; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> arithmetic_keys() {
  std::vector<std::string> keys;
  for (const ArithmeticField& field : arithmetic_fields()) keys.push_back(field.about.key);
  return keys;
}

std::vector<std::string> looser_fields(const Arithmetic& arithmetic, const Arithmetic& than) {
  std::vector<std::string> keys;
  for (const ArithmeticField& field : arithmetic_fields())
    if (field.looser && field.looser(arithmetic, than)) keys.push_back(field.about.key);
  return keys;
}

}  // namespace assay

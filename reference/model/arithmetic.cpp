// SPDX-License-Identifier: Apache-2.0
#include "reference/model/arithmetic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

using Kind = Accumulator::Kind;

constexpr std::array<Word<Kind>, 3> sum_words{{{"any", Kind::AnyOrder}, {"chain", Kind::Chain}, {"tree", Kind::Tree}}};
constexpr std::array<Word<Division>, 3> divisions{
    {{"ieee", Division::Ieee}, {"reciprocal", Division::Reciprocal}, {"approximate", Division::Approximate}}};
constexpr std::array<Word<Log>, 2> logs{{{"accurate", Log::Accurate}, {"fast", Log::Fast}}};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

int parse_small(std::string_view field, std::string_view text, int maximum) {
  const std::int64_t value = parse_integer(field, text);
  if (value < 0 || value > maximum) throw UsageError(fmt::format("{}={}: want 0 to {}", field, text, maximum));
  return static_cast<int>(value);
}

double parse_size(std::string_view field, std::string_view text) {
  const double value = parse_real(field, text);
  if (!(value >= 0 && value <= 1e9)) throw UsageError(fmt::format("{}={}: want a number from 0 to 1e9", field, text));
  return value;
}

/// fp32:chain, fp32:any:fused, tensor-core:16:25:23 (terms, fraction bits F, stored bits r), tensor-core:32:13:13:128
/// (and terms a group).
Accumulator parse_accumulator(std::string_view field, std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  Accumulator a;
  if (parts[0] == "tensor-core") {
    if (parts.size() != 4 && parts.size() != 5)
      throw UsageError(
          fmt::format("{}={}: want tensor-core:terms:F:r, as in tensor-core:16:25:23, and perhaps the "
                      "terms of a group that is promoted, as in tensor-core:32:13:13:128",
                      field, text));
    a = {Kind::TensorCore,
         dtype("fp32"),
         true,
         parse_small(field, parts[1], 1024),
         parse_small(field, parts[2], 60),
         parse_small(field, parts[3], 52),
         parts.size() == 5 ? parse_small(field, parts[4], 1 << 20) : 0};
    if (a.terms == 0 || a.stored_bits == 0)
      throw UsageError(fmt::format("{}={}: terms and r must be above 0", field, text));
    if (a.promoted % a.terms != 0)
      throw UsageError(fmt::format("{}={}: a group must hold whole instructions of {} terms", field, text, a.terms));
    return a;
  }
  if (parts.size() < 2 || parts.size() > 3 || (parts.size() == 3 && parts[2] != "fused"))
    throw UsageError(fmt::format("{}={}: want format:order, as in fp32:chain or fp32:any:fused", field, text));
  a.format = dtype(parts[0]);
  a.kind = parse_word(field, parts[1], sum_words);
  a.fused = parts.size() == 3;
  return a;
}

std::string to_text(const Accumulator& a) {
  if (a.kind == Kind::TensorCore)
    return fmt::format("tensor-core:{}:{}:{}{}", a.terms, a.fraction_bits, a.stored_bits,
                       a.promoted > 0 ? fmt::format(":{}", a.promoted) : "");
  return fmt::format("{}:{}{}", a.format.name, word_of(a.kind, sum_words), a.fused ? ":fused" : "");
}

/// any, block, thread:4, tensor-core; each may end in :rounded or :unrounded (which probabilities are summed).
RowSum parse_row_sum(std::string_view text) {
  std::vector<std::string_view> parts = split(text, ':');
  RowSum sum;
  if (parts.back() == "rounded" || parts.back() == "unrounded") {
    sum.from_rounded = parts.back() == "rounded";
    parts.pop_back();
  }
  if (parts == std::vector<std::string_view>{"any"})
    sum.kind = RowSum::Kind::AnyOrder;
  else if (parts == std::vector<std::string_view>{"block"})
    sum.kind = RowSum::Kind::PerBlock;
  else if (parts == std::vector<std::string_view>{"tensor-core"})
    sum.kind = RowSum::Kind::TensorCore;
  else if (parts.size() == 2 && parts[0] == "thread") {
    sum.kind = RowSum::Kind::PerThread;
    sum.lanes = std::max(1, parse_small("row_sum", parts[1], 1024));
  } else
    throw UsageError(fmt::format(
        "row_sum={}: want any, block, thread:lanes or tensor-core, each optionally with :rounded or :unrounded", text));
  return sum;
}

std::string to_text(const RowSum& sum) {
  std::string text;
  switch (sum.kind) {
    case RowSum::Kind::AnyOrder: text = "any"; break;
    case RowSum::Kind::PerBlock: text = "block"; break;
    case RowSum::Kind::PerThread: text = fmt::format("thread:{}", sum.lanes); break;
    case RowSum::Kind::TensorCore: text = "tensor-core"; break;
  }
  if (!sum.from_rounded) return text;
  return text + (*sum.from_rounded ? ":rounded" : ":unrounded");
}

/// 0, 1, or either where it is left open.
std::optional<bool> parse_either(std::string_view field, std::string_view text) {
  if (text == "either") return std::nullopt;
  return parse_flag(field, text);
}
std::string to_text(const std::optional<bool>& flag) { return !flag ? "either" : *flag ? "1" : "0"; }

std::optional<FloatFormat> parse_optional_format(std::string_view text) {
  if (text == "none") return std::nullopt;
  return dtype(text);
}
std::string to_text(const std::optional<FloatFormat>& format) { return format ? std::string(format->name) : "none"; }

/// One field: how it is set from text and printed.
struct Field {
  std::string_view key;
  void (*set)(Arithmetic&, std::string_view);
  std::string (*print)(const Arithmetic&);
};

const std::vector<Field>& fields() {
  using A = Arithmetic;
  using V = std::string_view;
  static const std::vector<Field> list{
      {"work", [](A& a, V v) { a.work = dtype(v); }, [](const A& a) { return std::string(a.work.name); }},
      {"qk", [](A& a, V v) { a.qk = parse_accumulator("qk", v); }, [](const A& a) { return to_text(a.qk); }},
      {"pv", [](A& a, V v) { a.pv = parse_accumulator("pv", v); }, [](const A& a) { return to_text(a.pv); }},
      {"score", [](A& a, V v) { a.score_storage = parse_optional_format(v); },
       [](const A& a) { return to_text(a.score_storage); }},
      {"p", [](A& a, V v) { a.probability = dtype(v); }, [](const A& a) { return std::string(a.probability.name); }},
      {"p_scale", [](A& a, V v) { a.probability_scale = parse_size("p_scale", v); },
       [](const A& a) { return real_text(a.probability_scale); }},
      {"p_normalised", [](A& a, V v) { a.normalised_first = parse_either("p_normalised", v); },
       [](const A& a) { return to_text(a.normalised_first); }},
      {"exp_ulp", [](A& a, V v) { a.exp_ulp = parse_size("exp_ulp", v); },
       [](const A& a) { return real_text(a.exp_ulp); }},
      {"tanh_error", [](A& a, V v) { a.tanh_error = parse_size("tanh_error", v); },
       [](const A& a) { return real_text(a.tanh_error); }},
      {"fused_exponent", [](A& a, V v) { a.fused_exponent = parse_flag("fused_exponent", v); },
       [](const A& a) { return std::string(a.fused_exponent ? "1" : "0"); }},
      {"theta", [](A& a, V v) { a.theta = parse_size("theta", v); }, [](const A& a) { return real_text(a.theta); }},
      {"block", [](A& a, V v) { a.block = parse_small("block", v, 1 << 24); },
       [](const A& a) { return std::to_string(a.block); }},
      {"ordered_blocks", [](A& a, V v) { a.ordered_blocks = parse_flag("ordered_blocks", v); },
       [](const A& a) { return std::string(a.ordered_blocks ? "1" : "0"); }},
      {"rescale_threshold", [](A& a, V v) { a.rescale_threshold = parse_size("rescale_threshold", v); },
       [](const A& a) { return real_text(a.rescale_threshold); }},
      {"splits", [](A& a, V v) { a.splits = std::max(1, parse_small("splits", v, 1 << 20)); },
       [](const A& a) { return std::to_string(a.splits); }},
      {"row_sum", [](A& a, V v) { a.row_sum = parse_row_sum(v); }, [](const A& a) { return to_text(a.row_sum); }},
      {"flush_to_zero", [](A& a, V v) { a.flush_to_zero = parse_flag("flush_to_zero", v); },
       [](const A& a) { return std::string(a.flush_to_zero ? "1" : "0"); }},
      {"division", [](A& a, V v) { a.division = parse_word("division", v, divisions); },
       [](const A& a) { return std::string(word_of(a.division, divisions)); }},
      {"log", [](A& a, V v) { a.log = parse_word("log", v, logs); },
       [](const A& a) { return std::string(word_of(a.log, logs)); }},
      {"fold", [](A& a, V v) { a.fold = parse_optional_format(v); }, [](const A& a) { return to_text(a.fold); }},
      {"bias_rounding", [](A& a, V v) { a.bias_rounding = parse_optional_format(v); },
       [](const A& a) { return to_text(a.bias_rounding); }},
  };
  return list;
}

Arithmetic sums_in(std::string_view preset, std::string_view format) {
  Arithmetic a;
  a.preset = preset;
  a.work = dtype(format);
  a.qk = {Kind::AnyOrder, a.work, false, 0, 0, 0};
  a.pv = a.qk;
  a.probability = a.work;
  return a;
}

}  // namespace

std::vector<std::string> arithmetic_presets() { return {"bf16", "e4m3", "e5m2", "fp16", "fp32", "fp64"}; }

Arithmetic arithmetic_preset(std::string_view name) {
  if (name == "fp64") return sums_in(name, "fp64");
  if (name == "fp32") return sums_in(name, "fp32");
  if (name != "fp16" && name != "bf16" && name != "e4m3" && name != "e5m2")
    throw UsageError(fmt::format("unknown arithmetic preset '{}'; known: bf16, e4m3, e5m2, fp16, fp32, fp64", name));
  Arithmetic a = sums_in(name, "fp32");
  a.probability = dtype(name);
  return a;
}

std::string to_text(const Arithmetic& arithmetic) {
  const Arithmetic preset = arithmetic_preset(arithmetic.preset);
  std::string text = arithmetic.preset;
  for (const Field& field : fields())
    if (field.print(arithmetic) != field.print(preset))
      text += fmt::format(" {}={}", field.key, field.print(arithmetic));
  return text;
}

Arithmetic parse_arithmetic(std::string_view line) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
  Arithmetic arithmetic = arithmetic_preset(line.substr(begin, end - begin));
  for (const TextField& given : split_fields(line.substr(end))) {
    const auto field =
        std::find_if(fields().begin(), fields().end(), [&](const Field& f) { return f.key == given.key; });
    if (field == fields().end()) {
      std::string known;
      for (const Field& f : fields()) known += " " + std::string(f.key);
      throw UsageError(fmt::format("unknown arithmetic field '{}'; known:{}", given.key, known));
    }
    field->set(arithmetic, given.value);
  }
  return arithmetic;
}

}  // namespace assay

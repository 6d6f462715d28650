// SPDX-License-Identifier: Apache-2.0
#include "reference/model/arithmetic_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

using Kind = Accumulator::Kind;

constexpr std::array<Word<Kind>, 3> sum_words{{{"any", Kind::AnyOrder}, {"chain", Kind::Chain}, {"tree", Kind::Tree}}};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

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

}  // namespace assay

// SPDX-License-Identifier: Apache-2.0
#include "reference/model/text_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay {
namespace {

constexpr std::string_view white_space = " \t\r\n";

[[noreturn]] void reject(std::string_view field, std::string_view text, std::string_view wanted) {
  throw UsageError(fmt::format("{}={}: want {}", field, text, wanted));
}

template <class T>
T parse_all(std::string_view field, std::string_view text, std::string_view wanted) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) reject(field, text, wanted);
  return value;
}

TextField split_word(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == word.size())
    throw UsageError(fmt::format("'{}': want key=value", word));
  return {word.substr(0, equals), word.substr(equals + 1)};
}

}  // namespace

std::vector<TextField> split_fields(std::string_view line) {
  std::vector<TextField> fields;
  for (std::size_t begin = line.find_first_not_of(white_space); begin != std::string_view::npos;
       begin = line.find_first_not_of(white_space, begin)) {
    const std::size_t end = std::min(line.find_first_of(white_space, begin), line.size());
    const TextField field = split_word(line.substr(begin, end - begin));
    const bool again =
        std::any_of(fields.begin(), fields.end(), [&](const TextField& f) { return f.key == field.key; });
    if (again) throw UsageError(fmt::format("'{}' is given twice", field.key));
    fields.push_back(field);
    begin = end;
  }
  return fields;
}

std::int64_t parse_integer(std::string_view field, std::string_view text) {
  return parse_all<std::int64_t>(field, text, "a whole number");
}

bool is_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

std::uint64_t parse_unsigned(std::string_view field, std::string_view text) {
  return parse_all<std::uint64_t>(field, text, "a whole number from 0");
}

double parse_real(std::string_view field, std::string_view text) {
  const bool negative = text.starts_with('-');
  std::string_view digits = negative ? text.substr(1) : text;
  if (!digits.starts_with("0x")) return parse_all<double>(field, text, "a number");
  digits.remove_prefix(2);
  double value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::hex);
  if (error != std::errc{} || end != digits.data() + digits.size()) reject(field, text, "a number");
  return negative ? -value : value;
}

bool parse_flag(std::string_view field, std::string_view text) {
  if (text != "0" && text != "1") reject(field, text, "0 or 1");
  return text == "1";
}

std::string real_text(double value) { return fmt::format("{}", value); }

}  // namespace assay

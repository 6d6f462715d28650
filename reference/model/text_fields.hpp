// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/model/contract.hpp"
#include "reference/model/line_key.hpp"

namespace assay {

/// One "key=value" of a line.
struct TextField {
  std::string_view key;
  std::string_view value;
};

/// Split a line at white space into key=value fields. Throws UsageError for a word without '=', an empty key or value,
/// or a key that comes twice. The views point into the line.
std::vector<TextField> split_fields(std::string_view line);

/// Numbers as text. Throw UsageError naming the field, the text and what would be right.
std::int64_t parse_integer(std::string_view field, std::string_view text);
std::uint64_t parse_unsigned(std::string_view field, std::string_view text);
double parse_real(std::string_view field, std::string_view text);  ///< decimal or 0x1.8p3; inf and nan allowed
bool is_integer(std::string_view text);                            ///< whether parse_integer() takes it
bool parse_flag(std::string_view field, std::string_view text);    ///< 0 or 1

/// Shortest decimal text that parses back to the same double.
std::string real_text(double value);

/// Words of a closed set and back: one table per enumeration.
template <class T>
struct Word {
  std::string_view word;
  T value;
  std::string_view meaning{};
};

template <class T, std::size_t N>
T parse_word(std::string_view field, std::string_view text, const std::array<Word<T>, N>& words) {
  std::string allowed;
  for (const Word<T>& w : words) {
    if (w.word == text) return w.value;
    allowed += (allowed.empty() ? "" : ", ") + std::string(w.word);
  }
  throw UsageError(std::string(field) + "=" + std::string(text) + ": want one of " + allowed);
}

template <class T, std::size_t N>
std::string_view word_of(T value, const std::array<Word<T>, N>& words) {
  for (const Word<T>& w : words)
    if (w.value == value) return w.word;
  ASSAY_ASSERT(false);
  return {};
}

/// What each word stands for.
template <class T, std::size_t N>
std::vector<KeyValue> values_of(const std::array<Word<T>, N>& words) {
  std::vector<KeyValue> values;
  for (const Word<T>& w : words) values.push_back({std::string(w.word), std::string(w.meaning)});
  return values;
}

}  // namespace assay

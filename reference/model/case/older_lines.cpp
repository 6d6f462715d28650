// SPDX-License-Identifier: Apache-2.0
#include "reference/model/case/older_lines.hpp"

#include <algorithm>

#include "reference/model/text_fields.hpp"

namespace assay {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Where the number of an old anchor begins in a word; npos: the word has none.
std::size_t bare_offset(std::string_view word) {
  for (const std::string_view key : {"causal=", "anchor="})
    if (word.starts_with(key) && is_integer(word.substr(key.size()))) return key.size();
  return std::string_view::npos;
}

}  // namespace

std::string in_present_words(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const std::size_t begin = std::min(line.find_first_not_of(blanks), line.size());
    const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    text += line.substr(0, begin);
    if (const std::size_t number = bare_offset(word); number != std::string_view::npos)
      text.append(word.substr(0, number)).append("offset:").append(word.substr(number));
    else
      text += word;
    line.remove_prefix(end);
  }
  return text;
}

}  // namespace assay

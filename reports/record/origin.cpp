// SPDX-License-Identifier: Apache-2.0
#include "reports/record/origin.hpp"

#include <array>

#include "reference/model/word_table.hpp"

namespace assay::reports {
namespace {

constexpr std::array<Word<Origin::Kind>, 4> kind_words{{
    {"problem", Origin::Kind::Problem},
    {"suite", Origin::Kind::Suite},
    {"lines", Origin::Kind::Lines},
    {"inputs", Origin::Kind::Inputs},
}};
static_assert(is_complete(kind_words, Origin::Kind::Inputs));

constexpr std::string_view separator_of(Origin::Kind kind) { return kind == Origin::Kind::Problem ? ", " : " "; }

}  // namespace

std::string origin_text(const Origin& origin) {
  std::string text(word_of(origin.kind, kind_words));
  return origin.of.empty() ? text : text.append(separator_of(origin.kind)).append(origin.of);
}

Origin parse_origin(std::string_view text) {
  const std::string_view word = text.substr(0, text.find_first_of(" ,"));
  const Origin::Kind kind = parse_word("origin", word, kind_words);
  std::string_view rest = text.substr(word.size());
  if (rest.starts_with(separator_of(kind))) rest.remove_prefix(separator_of(kind).size());
  return {.kind = kind, .of = std::string(rest)};
}

}  // namespace assay::reports

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "reference/model/text_fields.hpp"

namespace assay {

/// Whether the table has every value from the first to `last`, in their order.
template <class T, std::size_t N>
constexpr bool is_complete(const std::array<Word<T>, N>& words, T last) {
  for (std::size_t n = 0; n < N; ++n)
    if (words[n].value != static_cast<T>(n) || words[n].word.empty()) return false;
  return N == static_cast<std::size_t>(last) + 1;
}

}  // namespace assay

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "reference/model/word_table.hpp"

namespace assay::properties {

/// Why a kernel is judged against an arithmetic.
enum class ArithmeticSource {
  Required,  ///< whoever judges asks for it
  Declared,  ///< the kernel declares it
  Preset,    ///< the kernel declares nothing: the preset of the problem's dtype
};

inline constexpr std::array<Word<ArithmeticSource>, 3> arithmetic_source_words{{
    {"required", ArithmeticSource::Required},
    {"declared", ArithmeticSource::Declared},
    {"preset", ArithmeticSource::Preset},
}};
static_assert(is_complete(arithmetic_source_words, ArithmeticSource::Preset));

inline std::string_view name_of(ArithmeticSource source) { return word_of(source, arithmetic_source_words); }

}  // namespace assay::properties

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/arithmetic.hpp"
#include "reference/model/line_key.hpp"

namespace assay {

/// One field of the arithmetic line. Parser, printer, error texts, what counts as a weak declaration, `assay explain
/// arithmetic` and the page about the line follow from the table of these. Each value of `about` is told with the code
/// pattern that it stands for.
struct ArithmeticField {
  LineKey about;
  std::string effect;  ///< on the bound, by the terms that `assay explain bound` prints
  std::function<void(Arithmetic&, std::string_view value)> set;  ///< throws UsageError naming field and what is right
  std::function<std::string(const Arithmetic&)> print;           ///< the value as text
  /// Whether a allows errors by this field that b does not. Empty where `neutral` says why neither direction is looser.
  std::function<bool(const Arithmetic& a, const Arithmetic& b)> looser{};
  std::string neutral{};
};

/// Every field, in the order of the line.
const std::vector<ArithmeticField>& arithmetic_fields();
/// nullptr if there is no such field.
const ArithmeticField* find_arithmetic_field(std::string_view key);
std::vector<std::string> arithmetic_keys();

/// The keys of the fields in which an arithmetic allows more than another one.
std::vector<std::string> looser_fields(const Arithmetic& arithmetic, const Arithmetic& than);

}  // namespace assay

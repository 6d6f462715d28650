// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "properties/judge/case_reference.hpp"
#include "properties/verdict.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"
#include "reference/model/inputs.hpp"

namespace assay::properties {

/// Where inputs come from. On searched ones (climbed, shrunk, planted) a correct kernel's errors may be as unusual as
/// they please, so only bounds judge there.
enum class InputOrigin { Searched, Natural };

/// Natural: drawn from a recipe without elements given one by one and without the family made of extreme numbers.
InputOrigin origin_of(const Case& the_case);

/// z' of one tensor over its different rows (reference/error/usual/expected.hpp).
struct SizeSummary {
  std::size_t rows = 0;
  double rms = 0;
  double largest = 0;
  double bias = 0;
};

/// What the sizes of the errors say of a call whose every element is inside its bound.
struct ErrorSize {
  SizeSummary out;
  SizeSummary lse;
  std::optional<Doubtful> doubt;  ///< and where the errors beyond the largest usual RMS sit, see structure.hpp
  std::string own_fault{};        ///< not empty: Assay computed NaN for a usual size; nothing may be said
  bool structured = false;        ///< most rows have few different scores: their noise was added up as shared
};
ErrorSize error_size(CaseReference& reference, const Outputs& outputs, const Arithmetic& arithmetic);

}  // namespace assay::properties

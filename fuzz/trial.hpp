// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "impls/kernel.hpp"
#include "properties/check_name.hpp"
#include "properties/verdict.hpp"
#include "reference/model/arithmetic.hpp"
#include "reference/model/case/case.hpp"

namespace assay::fuzz {

/// What the search attacks. `required` replaces the kernel's own declaration in comparisons with the reference.
struct Subject {
  impls::KernelPointer kernel;
  std::optional<Arithmetic> required;
};

using properties::reference_check;

/// One check of one kernel on one case.
struct Trial {
  std::string check;
  properties::Verdict verdict;
  double objective = 0;  ///< what the search climbs: error over bound, largest element; 0 for properties
};

/// Call the kernel and judge it. A kernel's refusal is NotApplicable with its reason. Throws UsageError for an
/// unknown check.
Trial try_case(const Subject& subject, const Case& the_case, const std::string& check);

/// Same check and same name of the verdict: what must stay while a case is made smaller. No kind is that of a kernel
/// that is not called any more.
bool same_kind(const Trial& a, const Trial& b);

}  // namespace assay::fuzz

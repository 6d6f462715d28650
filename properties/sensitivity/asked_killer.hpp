// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <variant>

#include "impls/kernel.hpp"
#include "properties/judge/oracle.hpp"
#include "properties/property.hpp"

namespace assay::properties {

/// What a killer that a fault names ("reference" or a property) says of a kernel on a call. For tests.
inline Verdict ask(const std::string& killer, const impls::Kernel& kernel, const Call& call) {
  if (killer != "reference") return check(find_property(killer), kernel, call);
  if (const auto takes = kernel.supports(call.problem); !takes) return NotApplicable{takes.refusal};
  Ran ran = run(kernel, call);
  if (auto* fault = std::get_if<Faulted>(&ran)) return *fault;
  return judge(call.problem, call.inputs, std::get<Outputs>(ran), kernel.arithmetic(call.problem)).verdict;
}

}  // namespace assay::properties

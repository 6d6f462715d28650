// SPDX-License-Identifier: Apache-2.0
#include "properties/property.hpp"

#include <algorithm>
#include <string>

#include "reference/model/contract.hpp"

namespace assay::properties {

const Property& find_property(std::string_view name) {
  const auto& all = all_properties();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Property& p) { return p.name == name; });
  if (found != all.end()) return *found;
  std::string known;
  for (const Property& p : all) known.append(known.empty() ? "" : " ").append(p.name);
  throw UsageError("no property is named \"" + std::string(name) + "\"; known: " + known);
}

Verdict check(const Property& property, const impls::Kernel& kernel, const Call& call) {
  if (const impls::Support applies = property.applies(call.problem); !applies) return NotApplicable{applies.refusal};
  if (const impls::Support takes = kernel.supports(call.problem); !takes) return NotApplicable{takes.refusal};
  return property.check(kernel, call);
}

Verdict check(const Property& property, const impls::Kernel& kernel, const Case& the_case) {
  return check(property, kernel, make_call(the_case));
}

}  // namespace assay::properties

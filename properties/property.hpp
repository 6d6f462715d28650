// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "impls/kernel.hpp"
#include "properties/call.hpp"
#include "properties/verdict.hpp"
#include "reference/model/case/case.hpp"

namespace assay::properties {

/// A claim that every correct kernel fulfils and that needs no reference value: a law between calls, or a range
/// of outputs. How far two calls may differ comes from the bound of the kernel's own arithmetic, never from a
/// literal.
struct Property {
  std::string_view name;    ///< the stem of its file in properties/laws
  std::string_view claim;   ///< one sentence: what holds for every correct kernel
  std::string_view source;  ///< where the claim comes from
  /// Whether the claim says something about this problem; if not, why.
  impls::Support (*applies)(const Problem& problem);
  /// Judge one call that applies() and that the kernel supports. NoEvidence when this input could not have
  /// shown a violation; NotApplicable when the kernel refuses the changed call, with its reason.
  Verdict (*check)(const impls::Kernel& kernel, const Call& call);
};

/// Every property of the build, sorted by name. Extension point: properties/laws.
const std::vector<Property>& all_properties();

/// Look a property up by name. Throws UsageError naming the known ones.
const Property& find_property(std::string_view name);

/// The whole way: NotApplicable when the property does not apply or the kernel does not support the problem,
/// else check().
Verdict check(const Property& property, const impls::Kernel& kernel, const Call& call);
Verdict check(const Property& property, const impls::Kernel& kernel, const Case& the_case);

}  // namespace assay::properties

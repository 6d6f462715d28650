// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "properties/judge/case_reference.hpp"

namespace assay::properties {

/// How far outputs lie from the reference: root mean squares over the elements whose reference is finite.
struct Distance {
  double out = 0;
  double lse = 0;
  bool non_finite = false;  ///< some output is no number where the reference is one
};
Distance distance_of(CaseReference& reference, const Outputs& outputs);

/// What a fault does to the numbers of one case: it at least doubles the root mean square error of its honest twin in
/// the output or the log-sum-exp, or makes a value non-finite (Manifest); it raises it by a tenth or more (Weak); or
/// less (Hidden: this case cannot show it).
enum class Effect { Hidden, Weak, Manifest };
Effect effect_of(const Distance& fault, const Distance& twin);

}  // namespace assay::properties

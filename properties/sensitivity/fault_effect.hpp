// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "impls/fault.hpp"
#include "properties/call.hpp"
#include "properties/judge/oracle.hpp"

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

/// A fault and its honest twin on one case.
struct Showing {
  Effect effect = Effect::Hidden;
  bool harmless = false;  ///< scores are so small that the fault is but another order of roundings
  Outputs fault;
  Outputs twin;
  Judgement judged;  ///< of the fault, in the twin's arithmetic
  Judgement twin_judged;
};

/// Faults on one case; what the honest twins do there is found out once. Holds the reference. Errors are judged by
/// their size too where inputs are natural.
class FaultsOnCase {
 public:
  explicit FaultsOnCase(CaseReference& reference, InputOrigin origin = InputOrigin::Searched)
      : reference_(reference),
        origin_(origin),
        call_{reference.problem(), reference.inputs()} {}
  /// None where fault or twin refuses the case. A fault that does not finish is Manifest. Where the twin does not,
  /// its verdict says so, its outputs are blank, and the fault is Hidden: there is nothing to measure it by.
  std::optional<Showing> show(const impls::Fault& fault);

 private:
  struct Honest {
    Outputs outputs;
    Distance distance;
    Judgement judged;
  };
  const std::optional<Honest>& twin(const std::string& name);

  CaseReference& reference_;
  InputOrigin origin_;
  Call call_;
  std::map<std::string, std::optional<Honest>> twins_;
};

}  // namespace assay::properties

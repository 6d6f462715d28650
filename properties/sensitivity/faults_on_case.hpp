// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "impls/fault.hpp"
#include "properties/call.hpp"
#include "properties/judge/oracle.hpp"
#include "properties/sensitivity/fault_effect.hpp"

namespace assay::properties {

/// A fault and its honest twin on one case.
struct Showing {
  Effect effect = Effect::Hidden;
  bool harmless = false;  ///< scores are so small that the fault is but another order of roundings
  Outputs fault;
  Outputs twin;
  Judgement judged;  ///< of the fault, in the arithmetic that it declares
  Judgement twin_judged;
};

/// Faults beside their honest twins on one case; what a twin does there is found out once. Holds the reference. Not for
/// concurrent use.
class FaultsOnCase {
 public:
  /// What is known so far of the catalogue's faults in one arithmetic.
  struct Known {
    Arithmetic arithmetic;
    std::vector<std::optional<bool>> shown;
    std::map<std::string, bool> twin_lives;
  };

  /// origin: errors are judged by their size too where inputs are natural. In show() alone: no size is a violation.
  explicit FaultsOnCase(CaseReference& reference, InputOrigin origin = InputOrigin::Searched);

  CaseReference& reference() { return reference_; }

  /// The fault's effect, and both judged in the arithmetics that they declare. None where fault or twin refuses the
  /// case. A fault that does not finish is Manifest. Where the twin does not, its verdict says so, its outputs are
  /// blank, and the fault is Hidden: there is nothing to measure it by.
  std::optional<Showing> show(const impls::Fault& fault);

  Known& in(const Arithmetic& arithmetic);
  /// The outputs of fault n of the catalogue are violated in that arithmetic, and its honest twin's are not. Each fault
  /// is run once for all arithmetics.
  bool shows(std::size_t n, Known& known);

 private:
  /// What a kernel did; measured against the reference when that is asked for.
  struct Done {
    Outputs outputs;  ///< blank where it did not finish
    Distance distance;
    Judgement judged;
  };
  struct Twin {
    Ran ran;
    std::optional<Done> done;
  };

  /// None: it refuses the case.
  std::optional<Twin>& twin(const std::string& name);
  /// What a fault whose outputs are not its twin's to the last bit did; none: one of them refuses, or they are the
  /// same.
  const std::optional<Ran>& differing(std::size_t n);
  Done measure(const Ran& ran, const impls::Kernel& kernel) const;
  bool is_caught(const Ran& ran, const Arithmetic& arithmetic) const;
  bool twin_lives(const std::string& name, Known& known);

  CaseReference& reference_;
  InputOrigin origin_;
  Call call_;
  std::map<std::string, std::optional<Twin>> twins_;
  std::vector<std::optional<std::optional<Ran>>> tried_;  ///< by the catalogue's order
  std::map<std::string, Known> known_;                    ///< by the arithmetic's text
};

}  // namespace assay::properties

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "impls/kernel.hpp"

namespace assay::impls {

/// A built-in kernel that is deliberately wrong: proof that the judges can see.
struct Fault {
  KernelPointer kernel{};      ///< named "fault/<file stem>"
  std::string broken{};        ///< what is wrong, in one line
  std::string source{};        ///< the public report it comes from (link), or the document that names the failure
  std::string honest_twin{};   ///< name of the built-in kernel that is the same without the fault
  /// Who must catch it: "reference" and names of properties; the mutation test holds them to it.
  std::vector<std::string> killers{};
  std::string trigger{};       ///< which inputs make it visible
  std::string inside{};        ///< fields of a case on which it shows; what it leaves open is one head of fp32
  std::string outside{};       ///< fields of a case just beside the trigger, on which it does not show
  std::string bug_class{};     ///< of the public report: CAUSAL-OFF, TAIL, ...
  std::string suspect{};       ///< what must name it: a stem of properties/suspects; empty: nothing known explains it
};

}  // namespace assay::impls

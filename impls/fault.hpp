// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "impls/kernel.hpp"

namespace assay {
struct Case;
}

namespace assay::impls {

/// A kernel that is deliberately wrong: proof that the judges can see.
struct Fault {
  KernelPointer kernel{};     ///< named "fault/<file stem>"; null where `library` is set
  std::string broken{};       ///< what is wrong, in one line
  std::string source{};       ///< the public report it comes from (link), or the document that names the failure
  std::string honest_twin{};  ///< name of the built-in kernel that is the same without the fault
  /// Who must catch it: "reference" and names of properties; the mutation test holds them to it.
  std::vector<std::string> killers{};
  std::string trigger{};  ///< which inputs make it visible
  std::string inside{};   ///< fields of a case on which it shows; see trigger_case()
  std::string outside{};  ///< fields of a case just beside the trigger, on which it does not show
  /// Where every row's largest score is smaller than this in magnitude it is a correct kernel, in another order of
  /// roundings; 0: wrong at any.
  double harmless_below = 0;
  std::string bug_class{};  ///< what kind of failure it is: one of fault_classes()
  /// Where it is no kernel of this program: the emulated CUDA library that it is planted in, and its name there. Its
  /// killers are "reference" and kinds of emulator report, its twin is the library with nothing planted. The kill
  /// matrix and what is said of a run's power leave it out, since some are seen by the emulator's checker alone.
  std::string library{};
  std::string planted{};
  std::string
      suspect{};  ///< what must name it: a stem of properties/diagnosis/suspects; empty: nothing known explains it
};

/// The name of its file: its kernel's name without "fault/".
std::string stem(const Fault& fault);

/// "fault/<stem>", or "fault/cuda/<library>/<planted>".
std::string name_of(const Fault& fault);

/// Kinds of failure under which the public reports of wrong attention kernels sort.
struct FaultClass {
  std::string_view name;
  std::string_view meaning;
};
const std::vector<FaultClass>& fault_classes();

/// The case that `inside` or `outside` stands for: b=1 hq=1 dtype=fp32 seed=3 unless its fields say otherwise.
Case trigger_case(const std::string& fields);

}  // namespace assay::impls

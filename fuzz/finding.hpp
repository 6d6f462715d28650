// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "properties/diagnosis/naming.hpp"
#include "properties/verdict.hpp"

namespace assay::fuzz {

/// Where a case of a search came from.
enum class Origin { Corpus, Random, Mutated };
std::string to_text(Origin origin);

/// A failure, shrunk: everything that a report needs and that reruns it. The lines alone rebuild the cases on
/// any machine.
struct Finding {
  std::string kernel{};
  std::string check{};            ///< "reference" or a property's name
  properties::Verdict verdict{};  ///< of the shrunk case
  Origin origin = Origin::Random;
  std::uint64_t seed = 0;       ///< of the search
  std::uint64_t index = 0;      ///< number of the case in the search; in the corpus: number of the file
  std::string original_line{};  ///< the case as it was met
  std::string shrunk_line{};
  int evaluations = 0;  ///< trials spent on shrinking
  /// The suspect that explains the case as it was met, where it is not the one that explains the shrunk case.
  std::string suspect_before{};
  properties::Naming named{};  ///< what explains the shrunk case; empty: not asked
  bool smallest = false;       ///< nothing simpler fails alike; false: the walk was stopped by its limit
};

/// The command that runs the shrunk case again, from any folder: "assay replay '<line>' <kernel>".
std::string replay_command(const Finding& finding);

}  // namespace assay::fuzz
